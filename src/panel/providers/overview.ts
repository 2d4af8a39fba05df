import type { RecordOverview } from "../../core/overviewAnswer.ts";
import { ask } from "./ask.ts";
import { itemPath } from "./rest.ts";

/** What the head of a record's page tells beside its fields; days are those of the zone. Rejects with an HttpError. */
export function readOverview(
  resource: string,
  id: string | number,
  tz: string,
  signal?: AbortSignal,
): Promise<RecordOverview> {
  return ask({ path: `${itemPath(resource, id)}/overview`, query: { tz }, signal }, { counts: "object" });
}
