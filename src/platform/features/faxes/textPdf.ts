import { createRequire } from "node:module";
import { setImmediate as breathe } from "node:timers/promises";
import { batchesOf } from "../../../core/values/groupBy.ts";

/** A sheet of A4 in points, and a font whose letters all have the same width. */
const sheet = { width: 595, height: 842, margin: 50, size: 10, leading: 12.5 } as const;
const COLUMNS = 82;
const ROWS = 57;
const TAB = 8;

const fontFile = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf");

/** The lines of each page: long ones are broken between words where possible, and a form feed begins a page. */
export function layText(text: string): readonly (readonly string[])[] {
  const sheets = text.replace(/\r\n?/g, "\n").split("\f");
  return sheets.flatMap((sheetText) => batchesOf(sheetText.split("\n").flatMap(breakLine), ROWS));
}

function breakLine(line: string): string[] {
  const letters = [...line.replaceAll("\t", " ".repeat(TAB))];
  const lines: string[] = [];
  let start = 0;
  while (letters.length - start > COLUMNS) {
    const next = letters.slice(start, start + COLUMNS + 1);
    const space = next.lastIndexOf(" ");
    const length = space > 0 ? space : COLUMNS;
    lines.push(next.slice(0, length).join(""));
    start += space > 0 ? length + 1 : length;
  }
  return [...lines, letters.slice(start).join("")];
}

interface TextPdfRequest {
  readonly pages: readonly (readonly string[])[];
  /** The line above each page. */
  readonly header: string;
  readonly created: Date;
  readonly signal?: AbortSignal | undefined;
}

/** The pages as a PDF; other requests are served in between. */
export async function writeTextPdf({ pages, header, created, signal }: TextPdfRequest): Promise<Buffer> {
  // A tenth of a second, and few processes write a PDF.
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    info: { CreationDate: created, Producer: "Patchbay", Creator: "Patchbay" },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((done, fail) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", done);
    pdf.on("error", fail);
  });
  pdf.font(fontFile).fontSize(sheet.size);
  for (const lines of pages) {
    signal?.throwIfAborted();
    pdf.addPage();
    for (const [row, line] of [header, "", ...lines].entries()) {
      if (line) pdf.text(line, sheet.margin, sheet.margin + row * sheet.leading, { lineBreak: false });
    }
    await breathe();
  }
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}
