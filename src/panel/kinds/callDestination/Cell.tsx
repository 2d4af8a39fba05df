import { serviceOf, spokenDestination } from "../../../core/telephony/callDestination.ts";
import type { CellProps } from "../cell.ts";

/** The service's name, otherwise the number or address. */
export function CallDestinationCell({ value, context }: CellProps) {
  const text = String(value);
  const service = serviceOf(text);
  return service ? context.translate(`destinations.${service}`) : spokenDestination(text);
}
