import type { HttpAnswer } from "./http.ts";
import { malformed } from "./malformed.ts";

/** The file of an answer that was asked for as one, under the server's name for it where it gives one. */
export function toFile({ headers, body }: Pick<HttpAnswer, "headers" | "body">, fallbackName: string): File {
  // The page of some server on the way, saved as an archive, would be found out too late.
  if (headers.get("content-type")?.startsWith("text/html")) throw malformed("a file was expected, got a web page");
  if (!(body instanceof Blob)) throw new TypeError("no file was asked for");
  return new File([body], nameIn(headers.get("content-disposition") ?? "") ?? fallbackName, { type: body.type });
}

function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // A stray percent sign: the plain name is as good, where there is one.
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** Hands a file to the browser, which keeps it where the person's downloads go. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // By now the browser has the file in its own hands.
  URL.revokeObjectURL(link.href);
}
