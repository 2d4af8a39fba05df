import type { Identifier } from "ra-core";
import { toFile } from "./files.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

/** The file that a preference holds. Rejects with an HttpError. */
export async function getPreferenceFile(resource: string, ownerId: Identifier, name: string): Promise<File> {
  const answer = await send({ path: itemPath(resource, ownerId), query: { preference: name }, file: true });
  return toFile(answer, `${ownerId}-${name}`);
}
