import { parseWireInstant } from "../dateTime.ts";
import {
  type Captured,
  type Endpoint,
  formatEndpoint,
  parseEndpoint,
  parseTransport,
  type Transport,
} from "./captured.ts";
import { isStartLine } from "./message.ts";

export interface ReadText {
  readonly messages: readonly Captured[];
  /** Whether the text says when messages were sent; otherwise they are all at 0, in its order. */
  readonly isTimed: boolean;
}

/** What is known of a message before it begins. */
interface Heading {
  at: number | null;
  transport: Transport;
  source: Endpoint | null;
  target: Endpoint | null;
}

const untold = (): Heading => ({ at: null, transport: "UDP", source: null, target: null });

const endpoint = String.raw`((?:\d{1,3}\.){3}\d{1,3}:\d{1,5}|\[[0-9A-Fa-f:.]+\]:\d{1,5})`;
/** `U 2026/01/31 10:11:12.345678 192.0.2.1:5060 -> 192.0.2.2:5060`: ngrep, sngrep and others. */
const arrowLine = new RegExp(String.raw`^(.*?)${endpoint}\s*-{1,4}>\s*${endpoint}`);
const timeIn = /(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?/;
/** `srcip: 192.0.2.1`: a line of Kamailio's sipdump. */
const factLine = /^(time|proto|srcip|srcport|dstip|dstport): (\S+)/;
/** What ngrep prints for packets that do not match. */
const packetMark = /^#+ ?(?:exit)?$/;
/** What sipdump puts between messages. */
const ruler = /^(?:={20}|\|{20}|~{20})$/;

/**
 * The SIP messages in what a program printed: ngrep (`-W byline`), sngrep, Kamailio's sipdump, or `writeText`. Times
 * without a zone are of `zone`. Messages without addresses are left out.
 */
export function readText(text: string, zone: string): ReadText {
  const messages: { heading: Heading; lines: string[] }[] = [];
  let heading = untold();
  let current: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (packetMark.test(line)) continue;
    const arrow = line.includes(">") ? arrowLine.exec(line) : null;
    const fact = current === null ? factLine.exec(line) : null;
    if (arrow) [heading, current] = [headingOf(arrow, zone), null];
    else if (ruler.test(line)) {
      // The facts of sipdump are between the first ruler and the second one.
      if (line.startsWith("=")) heading = untold();
      current = null;
    } else if (fact) addFact(heading, String(fact[1]), String(fact[2]));
    else if (current) current.push(line);
    else if (isStartLine(line.replace(/\.$/, "")) && heading.source && heading.target) {
      current = [line];
      messages.push({ heading: { ...heading }, lines: current });
    }
  }
  const isTimed = messages.length > 0 && messages.every(({ heading: { at } }) => at !== null);
  return {
    isTimed,
    messages: messages.flatMap(({ heading: { at, transport, source, target }, lines }) =>
      source && target ? [{ at: isTimed ? (at ?? 0) : 0, transport, source, target, text: toMessage(lines) }] : [],
    ),
  };
}

function headingOf([, before = "", source = "", target = ""]: RegExpExecArray, zone: string): Heading {
  const named = /\b(UDP|TCP|TLS|SCTP|WSS|WS)\b/i.exec(before)?.[1] ?? (/^T /.test(before) ? "TCP" : "UDP");
  return {
    at: timeOf(before, zone),
    transport: parseTransport(named) ?? "UDP",
    source: parseEndpoint(source),
    target: parseEndpoint(target),
  };
}

function timeOf(text: string, zone: string): number | null {
  const [, year, month, day, clock, fraction = "", offset = ""] = timeIn.exec(text) ?? [];
  if (year === undefined) return null;
  const instant = parseWireInstant(`${year}-${month}-${day}T${clock}${offset}`, zone);
  return instant && instant.getTime() * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

function addFact(heading: Heading, name: string, value: string): void {
  const end = (known: Endpoint | null, change: Partial<Endpoint>) => ({ address: "", port: 0, ...known, ...change });
  if (name === "time") heading.at = /^\d+(?:\.\d+)?$/.test(value) ? Math.round(Number(value) * 1e6) : null;
  else if (name === "proto") heading.transport = parseTransport(value) ?? "UDP";
  else if (name === "srcip") heading.source = end(heading.source, { address: value });
  else if (name === "dstip") heading.target = end(heading.target, { address: value });
  else if (name === "srcport") heading.source = end(heading.source, { port: Number(value) || 0 });
  else if (name === "dstport") heading.target = end(heading.target, { port: Number(value) || 0 });
}

/** With line ends as on the wire; ngrep prints a dot for each carriage return. */
function toMessage(lines: readonly string[]): string {
  const isDotted = lines[0]?.endsWith(".") && lines.filter((line) => line !== "").every((line) => line.endsWith("."));
  const plain = isDotted ? lines.map((line) => line.replace(/\.$/, "")) : [...lines];
  while (plain.at(-1) === "") plain.pop();
  return plain.includes("") ? `${plain.join("\r\n")}\r\n` : `${plain.join("\r\n")}\r\n\r\n`;
}

/** The messages as text, each below a line with its time in UTC and its way. */
export function writeText(messages: readonly Captured[]): string {
  return messages
    .map(({ at, transport, source, target, text }) => {
      const way = `${formatEndpoint(source)} -> ${formatEndpoint(target)}`;
      return `${transport} ${formatInstant(at)} ${way}\n\n${text.replaceAll("\r\n", "\n").trimEnd()}\n\n`;
    })
    .join("\n");
}

/** Microseconds since 1970 as `2026-01-31T10:11:12.345678Z`. */
export function formatInstant(at: number): string {
  const seconds = new Date(Math.floor(at / 1e6) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(at % 1e6).padStart(6, "0")}Z`;
}
