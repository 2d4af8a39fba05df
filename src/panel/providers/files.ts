import type { Identifier } from "react-admin";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { hasStatus, malformedError } from "./errors.ts";
import { type HttpResponse, type Query, send } from "./http.ts";
import { itemPath } from "./rest.ts";

/** A response's file, under the server's name for it if any. */
export function toFile({ headers, body }: Pick<HttpResponse, "headers" | "body">, fallbackName: string): File {
  // An error page of some proxy saved as an archive would be noticed too late.
  if (headers.get("content-type")?.startsWith("text/html")) throw malformedError("a file was expected, got a web page");
  if (!(body instanceof Blob)) throw new TypeError("no file was asked for");
  return new File([body], nameIn(headers.get("content-disposition") ?? "") ?? fallbackName, { type: body.type });
}

function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // A stray percent sign: use the plain name, if any.
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser has its own copy by now.
  URL.revokeObjectURL(link.href);
}

/** A chosen file as a record value. Rejects when the browser can no longer read it. */
export async function readFileValue(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // Bytes are converted in chunks because the number of call arguments is limited.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return toFileValue({ type: file.type, name: file.name, base64: btoa(binary) });
}

export interface FileRequest {
  readonly signal?: AbortSignal;
  /** Media types of a sound: where it shares its record's URL, it is sent to requests that accept nothing else. */
  readonly accept?: readonly string[] | undefined;
  /** Selects one of several files at an endpoint. */
  readonly typeParameter?: string | undefined;
  /** It may take its time. */
  readonly isLarge?: boolean | undefined;
}

/** Timeout of a file of hundreds of megabytes. */
const LARGE_FILE_TIMEOUT_MS = 3_600_000;

/** A record's stored file, by its name in the schema; null where there is none. */
export async function loadRecordFile(
  download: string,
  id: Identifier,
  { signal, accept, typeParameter, isLarge }: FileRequest = {},
): Promise<File | null> {
  const headers: Record<string, string> = accept ? { Accept: accept.join(", ") } : {};
  try {
    const response = await send({
      ...{ path: itemPath(download, id), query: { type: typeParameter }, file: true, headers, signal },
      ...(isLarge ? { timeout: LARGE_FILE_TIMEOUT_MS } : {}),
    });
    // Another file of the record in place of one that it does not have.
    return response.headers.has("content-location") ? null : toFile(response, download);
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

/** Downloads a record as an iCalendar file. */
export async function downloadCalendar({ name }: Pick<ResourceDescriptor, "name">, id: Identifier): Promise<void> {
  const response = await send({ path: itemPath(name, id), headers: { Accept: "text/calendar" }, file: true });
  saveFile(toFile(response, `${name}-${id}.ics`));
}

/** Timeout: longer than any response takes, however many records there are. */
const FILE_TIMEOUT_MS = 300_000;

/** Downloads all records of a resource, or of an owner, in the format for uploads. */
export async function downloadCsv(
  { name, csv }: Pick<ResourceDescriptor, "name" | "csv">,
  query: Query,
): Promise<void> {
  const response = await send({
    path: `/api/${name}/`,
    query,
    headers: { Accept: "text/csv" },
    file: true,
    timeout: FILE_TIMEOUT_MS,
  });
  saveFile(toFile(response, csv?.fileName ?? `${name}.csv`));
}
