import { Fragment } from "react";
import type { CellProps } from "../cell.ts";

/** Addresses that the wire separates by commas. */
export function EmailListCell({ value, context }: CellProps) {
  const addresses = String(value)
    .split(",")
    .map((address) => address.trim())
    .filter(Boolean);
  if (context.place === "list") return addresses.join(", ");
  return addresses.map((address, index) => (
    <Fragment key={address}>
      {index > 0 && ", "}
      <a href={`mailto:${encodeURI(address)}`}>{address}</a>
    </Fragment>
  ));
}
