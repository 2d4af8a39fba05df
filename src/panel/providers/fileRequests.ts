import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { parseFileValue, removedFile } from "../../core/validation/fileValue.ts";
import type { HttpRequest } from "./http.ts";
import { readText } from "./rest.ts";

/**
 * A request that writes a record with files, in a form that every platform accepts: multipart if a file is added or
 * removed and for new records; otherwise a patch of single fields, which leaves the files alone.
 */
export function withFiles({ fields }: ResourceDescriptor, request: HttpRequest): HttpRequest {
  // Files are members of records only.
  const body = request.body as WireRecord;
  const files = fields.filter(({ file }) => file);
  const hasFiles = files.some(({ name }) => typeof body[name] === "string");
  if (request.method === "POST" || hasFiles) return { ...request, body: toParts(files, body) };
  return {
    ...request,
    method: "PATCH",
    headers: { ...request.headers, "Content-Type": "application/json-patch+json" },
    body: fields
      .filter((field) => !field.file && !field.readOnly && !field.internal && !field.immutable)
      .map(({ name }) => ({ op: "replace", path: `/${name}`, value: body[name] ?? null })),
  };
}

function toParts(files: readonly FieldDescriptor[], body: WireRecord): FormData {
  const names = new Set(files.map(({ name }) => name));
  const parts = new FormData();
  parts.append("json", JSON.stringify(Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))));
  for (const name of names) parts.append(name, toFile(name, readText(body, name)));
  return parts;
}

/** Older platforms require the part in any case; an empty one means no file. */
function toFile(field: string, value: string | null): File {
  const file = value !== null && value !== removedFile ? parseFileValue(value) : undefined;
  if (!file) return new File([], field, { type: "text/plain" });
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  return new File([bytes], file.name ?? field, { type: file.type });
}
