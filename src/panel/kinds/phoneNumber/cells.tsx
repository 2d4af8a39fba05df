import type { Json } from "../../../core/schema/descriptor.ts";
import { toE164Digits, toNumberParts } from "../../../core/values/phoneNumber.ts";
import type { CellProps, Cells } from "../cell.ts";
import { ValueList } from "../ValueList.tsx";
import { Dial } from "./Dial.tsx";
import { NumberText } from "./NumberText.tsx";

export const cells = {
  phoneNumber: { Cell: PhoneNumberCell },
  phoneNumbers: { Cell: PhoneNumbersCell },
} satisfies Cells;

function PhoneNumberCell({ value, context }: CellProps) {
  return <PhoneNumberText number={value} context={context} />;
}

/** Shows the number's parts (country, area, subscriber) until the groups of its country are known. */
function PhoneNumberText({ number, context }: { readonly number: Json } & Pick<CellProps, "context">) {
  const parts = toNumberParts(number);
  if (!parts) return String(number ?? "");
  const digits = toE164Digits(parts);
  if (digits === null) return [parts.cc, parts.ac, parts.sn].filter(Boolean).join(" ");
  return (
    <>
      <NumberText text={`+${digits}`}>
        <span>+{parts.cc}</span>
        {parts.ac && <span>{parts.ac}</span>}
        <span>{parts.sn}</span>
      </NumberText>
      {context.place !== "words" && <Dial number={`+${digits}`} />}
    </>
  );
}

function PhoneNumbersCell({ value, context }: CellProps) {
  const numbers = Array.isArray(value) ? value : [value];
  return (
    <ValueList context={context}>
      {numbers.map((number) => (
        <PhoneNumberText key={JSON.stringify(number)} number={number} context={context} />
      ))}
    </ValueList>
  );
}
