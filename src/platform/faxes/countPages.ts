import { inflateSync } from "node:zlib";
import { MEGABYTE } from "../../core/bytes.ts";

/** What all compressed objects of a file may unpack to, in bytes. */
const LARGEST = 16 * MEGABYTE;

const page = /\/Type\s{0,8}\/Page(?![A-Za-z])/g;

/** How many pages a PDF has, compressed ones included; null: it does not say. */
export function countPages(pdf: Buffer): number | null {
  let count = pagesIn(pdf);
  let left = LARGEST;
  for (let at = pdf.indexOf("/ObjStm"); at >= 0 && left > 0; at = pdf.indexOf("/ObjStm", at)) {
    const stream = pdf.indexOf("stream", at);
    if (stream < 0) break;
    at = stream + "stream".length;
    const unpacked = unpack(pdf.subarray(at + (pdf[at] === 0x0d ? 2 : 1)), left);
    left -= unpacked.length;
    count += pagesIn(unpacked);
  }
  return count === 0 ? null : count;
}

function pagesIn(bytes: Buffer): number {
  return bytes.toString("latin1").match(page)?.length ?? 0;
}

/** What follows the compressed bytes is ignored; nothing of objects that are encrypted, damaged or too large. */
function unpack(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch {
    // Such a file is stored all the same: only the number of its pages is unknown.
    return Buffer.alloc(0);
  }
}
