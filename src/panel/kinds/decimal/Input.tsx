import { useLocale } from "ra-core";
import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { NumberInput } from "../controls/NumberInput.tsx";
import { formatDecimal, parseDecimal } from "../controls/numberText.ts";

/** A number that may have decimals. */
export function DecimalInput({ unit, ...props }: InputProps & { readonly unit?: string }): ReactNode {
  const locale = useLocale();
  return (
    <NumberInput
      {...props}
      unit={unit}
      inputMode="decimal"
      format={(value) => formatDecimal(value, locale)}
      parse={(text) => parseDecimal(text, locale)}
    />
  );
}
