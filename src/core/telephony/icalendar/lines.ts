/** One unfolded line of a calendar: `DTSTART;TZID=Europe/Vienna:20260105T080000`. */
export interface ContentLine {
  /** Its first line in the file, from 1. */
  readonly line: number;
  /** In capitals. */
  readonly name: string;
  /** Parameters, names in capitals. */
  readonly params: Readonly<Record<string, string>>;
  readonly value: string;
}

/** Maximum octets in a line of a calendar, without its line break. */
const LINE_OCTETS = 75;

/** The unfolded lines of a calendar; name undefined: malformed. */
export function readLines(text: string): (ContentLine | { readonly line: number; readonly name?: undefined })[] {
  const unfolded: { line: number; text: string }[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = unfolded.at(-1);
    if (/^[ \t]/.test(raw) && last) last.text += raw.slice(1);
    else if (raw.trim() !== "") unfolded.push({ line: index + 1, text: raw });
  }
  return unfolded.map(({ line, text: content }) => readLine(line, content) ?? { line });
}

function readLine(line: number, text: string): ContentLine | undefined {
  const [header, name = "", paramText = ""] =
    /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(text) ?? [];
  if (header === undefined) return undefined;
  const params = Object.fromEntries(
    [...paramText.matchAll(/;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";])*)/g)].map(([, key = "", value = ""]) => [
      key.toUpperCase(),
      value.replaceAll('"', ""),
    ]),
  );
  return { line, name: name.toUpperCase(), params, value: text.slice(header.length) };
}

/** Lines as a file: folded at 75 octets without splitting characters, with CRLF. */
export function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line).join("\r\n ")}\r\n`).join("");
}

function fold(line: string): string[] {
  const parts: string[] = [];
  let part = "";
  let room = LINE_OCTETS;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (size > room) {
      parts.push(part);
      part = "";
      // The space before a continuation counts.
      room = LINE_OCTETS - 1;
    }
    part += character;
    room -= size;
  }
  return [...parts, part];
}

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\n|\r/g, "\\n");
}

export function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
}
