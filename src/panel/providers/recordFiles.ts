import { HttpError, type Identifier } from "ra-core";
import { toFile } from "./files.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

/** The stored file of a record, by the name its schema gives for it; null where there is none. */
export async function loadRecordFile(download: string, id: Identifier, signal?: AbortSignal): Promise<File | null> {
  try {
    return toFile(await send({ path: itemPath(download, id), file: true, signal }), download);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}
