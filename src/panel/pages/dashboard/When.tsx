import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import { browserZone } from "../../kinds/dateTime/browserZone.ts";

/** An instant on the reader's clock, quietly. */
export function When({ at }: { readonly at: string }) {
  const zone = browserZone();
  const instant = parseWireInstant(at, zone);
  if (!instant) return null;
  return (
    <time className="dash-when" dateTime={instant.toISOString()}>
      {formatDateTime(instant, zone)}
    </time>
  );
}
