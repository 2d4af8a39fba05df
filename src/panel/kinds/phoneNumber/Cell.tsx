import type { Json } from "../../../core/descriptor.ts";
import { toE164Digits } from "../../../core/phoneNumber.ts";
import type { CellProps } from "../cell.ts";

export function PhoneNumberCell({ value }: CellProps) {
  return <PhoneNumberText number={value} />;
}

/**
 * +43 1 234567 for reading, +431234567 when copied: the gaps are margins, not characters. The parts are the
 * platform's own (country, area, subscriber), so no numbering plan is needed to set them apart.
 */
export function PhoneNumberText({ number }: { number: Json }) {
  if (typeof number !== "object" || number === null || Array.isArray(number)) return String(number ?? "");
  const part = (name: string) => String(number[name] ?? "");
  const parts = { cc: part("cc"), ac: part("ac"), sn: part("sn") };
  if (toE164Digits(parts) === null) return [parts.cc, parts.ac, parts.sn].filter(Boolean).join(" ");
  return (
    <span className="cell-number">
      <span>+{parts.cc}</span>
      {parts.ac && <span>{parts.ac}</span>}
      <span>{parts.sn}</span>
    </span>
  );
}
