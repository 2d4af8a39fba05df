import { toFileValue } from "../../../core/fileValue.ts";

/** A file that was chosen as it stands in a record. Rejects when the browser can not read it any more. */
export async function readFileValue(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return toFileValue({ type: file.type, name: file.name, base64: btoa(binary) });
}
