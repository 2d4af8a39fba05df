import { HttpError, type Identifier } from "ra-core";
import { toFile } from "./files.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

interface FileWish {
  readonly signal?: AbortSignal;
  /** Media types of a sound: where it has its record's address, it is given to who asks for nothing else. */
  readonly accept?: readonly string[] | undefined;
}

/** The stored file of a record, by the name its schema gives for it; null where there is none. */
export async function loadRecordFile(
  download: string,
  id: Identifier,
  { signal, accept }: FileWish = {},
): Promise<File | null> {
  const headers: Record<string, string> = accept ? { Accept: accept.join(", ") } : {};
  try {
    return toFile(await send({ path: itemPath(download, id), file: true, headers, signal }), download);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}
