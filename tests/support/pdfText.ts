import { extractText, getDocumentProxy } from "unpdf";

/** The text of each page of a PDF. */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text;
}
