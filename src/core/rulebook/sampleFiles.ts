import { anyFile } from "../validation/fileValue.ts";

/** One transparent pixel. */
export const PICTURE =
  "data:image/png;name=dot.png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Half a millisecond of silence. */
const SOUND =
  "data:audio/x-wav;name=silence.wav;base64,UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA";

/** An invoice template without any text, the one kind of drawing that fields for drawings alone take. */
const DRAWING =
  "data:image/svg+xml;name=invoice.svg;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA1OTUgODQyIj48ZyBjbGFzcz0iZmxvdyIgZGF0YS10b3A9IjQwIiBkYXRhLWJvdHRvbT0iODAwIi8+PC9zdmc+";

/** An empty page. */
const DOCUMENT =
  "data:application/pdf;name=page.pdf;base64,JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgNTk1IDg0Ml0+PmVuZG9iagp0cmFpbGVyPDwvUm9vdCAxIDAgUj4+CiUlRU9GCg==";

/** The configuration of a phone. */
const CONFIGURATION =
  "data:text/xml;name=phone.xml;base64,PD94bWwgdmVyc2lvbj0iMS4wIj8+CjxzZXR0aW5ncz4KICA8c3RhdGlvbj5bJSBwaG9uZS5zdGF0aW9ubmFtZSAlXTwvc3RhdGlvbj4KPC9zZXR0aW5ncz4K";

/** No text and no picture, but a file. */
export const BYTES = "data:application/octet-stream;name=phone.bin;base64,AAECAw==";

export function sampleFile(types: readonly string[]): string {
  if (types.includes(anyFile)) return BYTES;
  if (types.includes("audio/x-wav")) return SOUND;
  if (types.includes("application/pdf")) return DOCUMENT;
  if (types.includes("text/xml")) return CONFIGURATION;
  return types.includes("image/png") ? PICTURE : DRAWING;
}
