import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isRecordId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { hasExtension } from "./extensions.ts";
import { send } from "./http.ts";
import { itemPath, readText } from "./rest.ts";

/**
 * A secret that a record was fetched without: the platform logs the access in the journal. Null where there is none.
 * Older platforms have it in the record, if at all.
 */
export async function revealSecret(resource: string, record: WireRecord, field: string): Promise<string | null> {
  if (!hasExtension("reveal")) return readText(record, field);
  const { id } = record;
  const path = `${itemPath(resource, isRecordId(id) ? id : "")}/reveal`;
  const { body } = await send({ method: "POST", path, body: { field } });
  return isObject(body) ? readText(body, field) : null;
}
