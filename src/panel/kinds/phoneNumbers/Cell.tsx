import type { CellProps } from "../cell.ts";
import { Several } from "../Several.tsx";
import { PhoneNumberText } from "../phoneNumber/Cell.tsx";

export function PhoneNumbersCell({ value, context }: CellProps) {
  const numbers = Array.isArray(value) ? value : [value];
  return (
    <Several
      context={context}
      items={numbers.map((number) => ({ key: JSON.stringify(number), node: <PhoneNumberText number={number} /> }))}
    />
  );
}
