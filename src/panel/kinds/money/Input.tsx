import { useLocale } from "ra-core";
import type { ReactNode } from "react";
import { moneyToInput, parseMoney } from "../../../core/money.ts";
import { useFormValue } from "../controls/formValues.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { NumberInput } from "../controls/NumberInput.tsx";

/** An amount: typed in units of the record's currency, kept in cents. */
export function MoneyInput(props: InputProps): ReactNode {
  const locale = useLocale();
  const currency = useFormValue("currency");
  return (
    <NumberInput
      {...props}
      unit={typeof currency === "string" ? currency : undefined}
      inputMode="decimal"
      format={(cents) => moneyToInput(cents, locale)}
      parse={(text) => parseMoney(text, locale)}
    />
  );
}
