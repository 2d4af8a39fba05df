import type { RecordOverview } from "../../core/overviewAnswer.ts";
import { send } from "./http.ts";
import { isObject } from "./isObject.ts";
import { itemPath } from "./rest.ts";

/** What the head of a record's page tells beside its fields; days are those of the zone. Rejects with an HttpError. */
export async function readOverview(
  resource: string,
  id: string | number,
  tz: string,
  signal?: AbortSignal,
): Promise<RecordOverview> {
  const { body } = await send({ path: `${itemPath(resource, id)}/overview`, query: { tz }, signal });
  if (!isObject(body) || !isObject(body.counts)) throw new Error("an overview was expected");
  return body as unknown as RecordOverview;
}
