import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { hasExtension } from "./extensions.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

/**
 * A secret that a record was fetched without: the platform logs the access in the journal. Null where there is none.
 * Older platforms have it in the record, if at all.
 */
export async function revealSecret(resource: string, record: WireRecord, field: string): Promise<string | null> {
  const value = hasExtension("reveal")
    ? await askFor(`${itemPath(resource, String(record.id))}/reveal`, field)
    : record[field];
  return typeof value === "string" ? value : null;
}

async function askFor(path: string, field: string): Promise<unknown> {
  const { body } = await send({ method: "POST", path, body: { field } });
  return isObject(body) ? body[field] : undefined;
}
