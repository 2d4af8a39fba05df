const quoteMark = 0x22;
const lineFeed = 0x0a;

/** Counts CSV lines across chunks: line breaks between quotes are part of a value. */
export function buildLineCounter(): (part: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (part) => {
    for (const byte of part) {
      if (byte === quoteMark) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines++;
    }
    return lines;
  };
}
