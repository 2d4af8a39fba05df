import { headerValue, parseHeaders } from "./headers.ts";
import { isStartLine } from "./message.ts";
import { concatenate, type Packet } from "./packets.ts";

/** A message in what was sent, and when its first byte was. */
interface Found {
  readonly at: number;
  readonly text: string;
}

/** Longest message, in bytes; a stream in which none ends by then is not SIP. */
const LONGEST = 262_144;

/** Longest start line, in bytes. */
const LONGEST_LINE = 8192;

/**
 * The SIP messages in packets from one sender to one receiver, which may be spread over them, or several be in one.
 * Packets that are sent again, and those of other protocols, are left out; after a gap it goes on with the next message.
 */
export function parseSipStream(packets: readonly Packet[]): readonly Found[] {
  const found: Found[] = [];
  for (const run of runsOf(packets)) {
    const bytes = concatenate(run.map(({ data }) => data));
    // Of the packet with the byte that was asked for last; offsets only grow.
    let [current, end] = [0, run[0]?.data.length ?? 0];
    const timeAt = (offset: number): number => {
      for (; offset >= end && current + 1 < run.length; current++) end += run[current + 1]?.data.length ?? 0;
      return run[current]?.at ?? 0;
    };
    for (let place = 0; place < bytes.length; ) {
      const next = nextMessage(bytes, place);
      if (!next) break;
      found.push({ at: timeAt(next.begin), text: new TextDecoder().decode(bytes.subarray(next.begin, next.end)) });
      place = next.end;
    }
  }
  return found;
}

interface Piece {
  readonly at: number;
  readonly data: Uint8Array;
}

/** Packets whose bytes follow each other; those of UDP stand alone. */
function runsOf(packets: readonly Packet[]): readonly (readonly Piece[])[] {
  const runs: Piece[][] = [];
  let expected: number | null = null;
  const inOrder = packets.some(({ protocol }) => protocol === "TCP") ? sorted(packets) : packets;
  for (const { at, payload, sequence, protocol } of inOrder) {
    const known = protocol === "TCP" && expected !== null ? distance(expected, sequence) : null;
    const data = known !== null && known < 0 ? payload.subarray(-known) : payload;
    if (data.length === 0) continue;
    if (known !== null && known <= 0) runs.at(-1)?.push({ at, data });
    else runs.push([{ at, data }]);
    expected = (sequence + payload.length) >>> 0;
  }
  return runs;
}

/** By sequence number, which starts again at 0 after 2³². */
function sorted(packets: readonly Packet[]): readonly Packet[] {
  const first = packets[0]?.sequence ?? 0;
  return packets.toSorted((one, other) => distance(first, one.sequence) - distance(first, other.sequence));
}

/** How far one sequence number is behind another. */
const distance = (from: number, to: number) => (to - from) | 0;

interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The next message from here on, as far as it goes. */
function nextMessage(bytes: Uint8Array, from: number): Range | null {
  for (let begin = from; begin < bytes.length; ) {
    const lineEnd = indexOf(bytes, [10], begin);
    const line = bytes.subarray(begin, Math.min(lineEnd < 0 ? bytes.length : lineEnd, begin + LONGEST_LINE));
    if (isStartLine(latin.decode(line).replace(/\r$/, ""))) return { begin, end: endOf(bytes, begin) };
    if (lineEnd < 0) return null;
    begin = lineEnd + 1;
  }
  return null;
}

const latin = new TextDecoder("latin1");

function endOf(bytes: Uint8Array, begin: number): number {
  const limit = bytes.subarray(0, begin + LONGEST);
  const crlf = indexOf(limit, [13, 10, 13, 10], begin);
  const plain = indexOf(limit, [10, 10], begin);
  const isPlain = crlf < 0 || (plain >= 0 && plain < crlf);
  const headEnd = isPlain ? plain : crlf;
  if (headEnd < 0) return limit.length;
  const lines = latin.decode(limit.subarray(begin, headEnd)).split(/\r?\n/);
  const length = headerValue(parseHeaders(lines.slice(1)), "Content-Length");
  const bodyBegin = headEnd + (isPlain ? 2 : 4);
  return length !== undefined && /^\d{1,7}$/.test(length)
    ? Math.min(bytes.length, bodyBegin + Number(length))
    : limit.length;
}

function indexOf(bytes: Uint8Array, wanted: readonly number[], from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
