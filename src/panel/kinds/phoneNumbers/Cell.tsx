import type { CellProps } from "../cell.ts";
import { PhoneNumberText } from "../phoneNumber/Cell.tsx";
import { Several } from "../Several.tsx";

export function PhoneNumbersCell({ value, context }: CellProps) {
  const numbers = Array.isArray(value) ? value : [value];
  return (
    <Several context={context}>
      {numbers.map((number) => (
        <PhoneNumberText key={JSON.stringify(number)} number={number} />
      ))}
    </Several>
  );
}
