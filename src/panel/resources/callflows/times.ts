import { formatDateTime } from "../../../core/values/dateTime.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";

/** Microseconds since 1970 on the viewer's clock: `2026/01/31 10:11:12.000345`. */
export function momentText(microseconds: number): string {
  const text = formatDateTime(new Date(microseconds / 1000), browserZone(), { seconds: true });
  return `${text}.${String(microseconds % 1e6).padStart(6, "0")}`;
}

/** Their time of day, with so many digits of the second: `10:11:12.000`. */
export function timeText(microseconds: number, digits: 0 | 3): string {
  const [, time = ""] = momentText(microseconds).split(" ");
  return time.slice(0, digits === 0 ? "10:11:12".length : "10:11:12.000".length);
}

/** `+0.019 s`: the same in all languages, as programs for captures show it. */
export const secondsText = (microseconds: number): string => `+${(microseconds / 1e6).toFixed(3)} s`;
