import type { CellProps } from "../cell.ts";

/** An address; in details one that opens the mail program. */
export function EmailCell({ value, context }: CellProps) {
  const address = String(value);
  return context.place === "list" ? address : <a href={`mailto:${encodeURI(address)}`}>{address}</a>;
}
