import FormHelperText from "@mui/material/FormHelperText";
import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { countCodes, hasEnoughCodes, makeCode, tooFewCodes } from "../../../core/telephony/voucherPattern.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

export const form: FormOverride<"voucherbatches"> = {
  texts: ["vouchers"],
  fieldComponents: { pattern: PatternInput },
  opensCreated: true,
  toWire: (values) => ({ record: values, errors: patternErrors(values) }),
};

function patternErrors({ pattern, count }: WireRecord): FieldError[] {
  if (typeof pattern !== "string" || typeof count !== "number" || hasEnoughCodes(pattern, count)) return [];
  return [businessError("/pattern", "patternTooFew", tooFewCodes(pattern, count))];
}

/** Nobody reads longer numbers. */
const uncounted = 1_000_000_000_000n;

/** The pattern, with a code that it could make and how many there are. */
function PatternInput({ mode: _, record: __, ...props }: FieldComponentProps): ReactNode {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  const pattern = typeof props.value === "string" ? props.value : "";
  const count = countCodes(pattern);
  return (
    <>
      <KindInput {...props} />
      {pattern !== "" && (
        <FormHelperText component="p" role="status">
          {translate("vouchers.pattern.example")} <code>{makeCode(pattern, sampler())}</code>
          {" · "}
          {count > uncounted
            ? translate("vouchers.pattern.many")
            : translate("vouchers.pattern.possible", { count: numbers.format(count) })}
        </FormHelperText>
      )}
    </>
  );
}

/** Returns a sampler with the same choices each time, so that the example only changes with the pattern. */
function sampler(): (below: number) => number {
  let step = 7;
  return (below) => {
    step = (step * 31 + 17) % 1009;
    return step % below;
  };
}
