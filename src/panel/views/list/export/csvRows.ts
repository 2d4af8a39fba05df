const quoteMark = 0x22;
const lineFeed = 0x0a;

/** Counts the lines of CSV that have gone by in parts: line ends between quotes are texts' own. */
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
