import { type ReactNode, useEffect } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { formatDuration, parseDuration } from "../../../core/values/duration.ts";
import { centsOf, currencyPaths, fromCents, moneyToInput, parseMoney } from "../../../core/values/money.ts";
import { useFormValues } from "../controls/formValues.ts";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { TypedInput } from "../controls/TextControl.tsx";
import { formatDecimal, parseDecimal, parseInteger } from "./numberText.ts";

export const inputs = {
  integer: IntegerInput,
  decimal: DecimalInput,
  money: MoneyInput,
  percent: PercentInput,
  duration: DurationInput,
} satisfies Inputs;

/** An integer. */
function IntegerInput(props: InputProps): ReactNode {
  return <NumberInput {...props} inputMode="numeric" format={String} parse={parseInteger} />;
}

/** A decimal number. */
function DecimalInput({ unit, ...props }: InputProps & { readonly unit?: string }): ReactNode {
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

/** A percentage: 20 is 20 %. */
function PercentInput(props: InputProps): ReactNode {
  return <DecimalInput {...props} unit="%" />;
}

/** An amount: typed in units of its currency, sent in cents or, if the field says so, in units. */
function MoneyInput(props: InputProps): ReactNode {
  const { field, value, onChange } = props;
  const locale = useLocale();
  const currency = useCurrency(field);
  const parse = (text: string) => {
    const cents = parseMoney(text, locale, currency, field);
    return cents === null ? null : fromCents(cents, field);
  };
  const parsed = typeof value === "string" ? parse(value) : null;
  // An amount that was typed may be one in the currency that was chosen since.
  useEffect(() => {
    if (parsed !== null) onChange(parsed);
  }, [parsed, onChange]);
  return (
    <NumberInput
      {...props}
      unit={currency}
      inputMode="decimal"
      format={(amount) => moneyToInput(centsOf(amount, field), locale, currency, field)}
      parse={parse}
    />
  );
}

/** The currency of a field's amounts in the form's record; undefined while unknown. */
function useCurrency(field: FieldDescriptor): string | undefined {
  const paths = currencyPaths(field);
  const values = useFormValues(paths);
  const currency = paths.map((path) => values[path]).find((value) => typeof value === "string" && value !== "");
  return typeof currency === "string" ? currency : undefined;
}

/** A duration: typed as text such as "1 h 30 min" or as seconds, stored in seconds. */
function DurationInput(props: InputProps): ReactNode {
  const locale = useLocale();
  const translate = useTranslate();
  return (
    <NumberInput
      {...props}
      inputMode="text"
      width={24}
      placeholder={translate("forms.duration.example")}
      format={(seconds) => formatDuration(seconds, locale)}
      parse={(text) => parseDuration(text, locale)}
    />
  );
}

interface NumberInputProps extends InputProps {
  readonly format: (value: number) => string;
  /** Null when the text is not a number. */
  readonly parse: (text: string) => number | null;
  /** Unit shown after the number. */
  readonly unit?: string;
  readonly inputMode: "numeric" | "decimal" | "text";
  readonly placeholder?: string;
  readonly width?: number;
}

/**
 * A number as people write it. Not `type="number"`: browsers drop text they cannot parse, change values on the mouse
 * wheel, and support neither grouping nor units.
 */
function NumberInput({ format, parse, unit, width = 18, ...props }: NumberInputProps): ReactNode {
  return (
    <TypedInput
      {...props}
      width={width}
      end={unit}
      format={(value) => (typeof value === "number" ? format(value) : String(value))}
      parse={(typed) => parse(typed.trim())}
    />
  );
}
