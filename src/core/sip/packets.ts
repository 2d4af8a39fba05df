import type { Endpoint } from "./captured.ts";

/** What one packet of a capture carries. */
export interface Packet {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly protocol: "UDP" | "TCP" | "SCTP";
  readonly source: Endpoint;
  readonly target: Endpoint;
  readonly payload: Uint8Array;
  /** Sequence number of the first byte; 0 for other protocols than TCP. */
  readonly sequence: number;
}

/** A fragment of an IP packet. */
export interface Fragment {
  readonly key: string;
  /** Of its content, in bytes. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly ip: Ip;
}

interface Ip {
  readonly protocol: number;
  readonly source: string;
  readonly target: string;
  readonly content: Uint8Array;
}

export type Decoded =
  | { readonly kind: "packet"; readonly packet: Packet }
  | { readonly kind: "fragment"; readonly fragment: Fragment }
  /** Something else than UDP, TCP or SCTP over IP, or cut off. */
  | { readonly kind: "other" };

/** Link types (of pcap files) whose packets can be read. */
export const linkTypes = { null: 0, ethernet: 1, raw: 101, loop: 108, cooked: 113, cooked2: 276 } as const;

const numbers = { TCP: 6, UDP: 17, SCTP: 132 } as const;
const other: Decoded = { kind: "other" };

export function isKnownLink(type: number): boolean {
  return Object.values(linkTypes).some((known) => known === type);
}

/** The content of one packet of a capture. */
export function decodePacket(linkType: number, data: Uint8Array, at: number): Decoded {
  const begin = networkOffset(linkType, data);
  return begin === null ? other : decodeIp(data.subarray(begin), at);
}

/** What the fragments of one IP packet carry together; undefined: some are missing. */
export function joinFragments(fragments: readonly Fragment[], at: number): Decoded | undefined {
  const inOrder = fragments.toSorted((one, two) => one.offset - two.offset);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const { offset, ip } of inOrder) {
    if (offset > length) return undefined;
    const part = ip.content.subarray(length - offset);
    parts.push(part);
    length += part.length;
  }
  const last = inOrder.at(-1);
  if (!last?.isLast) return undefined;
  return decodeTransport({ ...last.ip, content: concatenate(parts) }, at);
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Where the IP packet begins; null: there is none. */
function networkOffset(linkType: number, data: Uint8Array): number | null {
  const view = viewOf(data);
  switch (linkType) {
    case linkTypes.ethernet:
      return afterTags(view, 12);
    case linkTypes.cooked:
      return afterTags(view, 14);
    case linkTypes.cooked2:
      return data.length >= 20 && isIp(view.getUint16(0)) ? 20 : null;
    case linkTypes.raw:
      return 0;
    // The family in front has the byte order of the machine that captured, and different numbers on each: the version
    // of the IP packet says as much.
    case linkTypes.null:
    case linkTypes.loop:
      return 4;
    default:
      return null;
  }
}

const isIp = (type: number) => type === 0x0800 || type === 0x86dd;

/** Behind the type at `at`, and behind VLAN tags. */
function afterTags(view: DataView, at: number): number | null {
  for (let place = at; place + 2 <= view.byteLength; place += 4) {
    const type = view.getUint16(place);
    if (isIp(type)) return place + 2;
    if (type !== 0x8100 && type !== 0x88a8) return null;
  }
  return null;
}

function decodeIp(data: Uint8Array, at: number): Decoded {
  const version = (data[0] ?? 0) >> 4;
  if (version === 4) return decodeIp4(data, at);
  return version === 6 ? decodeIp6(data, at) : other;
}

function decodeIp4(data: Uint8Array, at: number): Decoded {
  if (data.length < 20) return other;
  const view = viewOf(data);
  const header = ((data[0] ?? 0) & 15) * 4;
  // 0 where the network card splits what it sends.
  const total = view.getUint16(2) || data.length;
  if (header < 20 || total < header || total > data.length) return other;
  const ip: Ip = {
    protocol: data[9] ?? 0,
    source: [...data.subarray(12, 16)].join("."),
    target: [...data.subarray(16, 20)].join("."),
    content: data.subarray(header, total),
  };
  const flags = view.getUint16(6);
  const [offset, hasMore] = [(flags & 0x1fff) * 8, (flags & 0x2000) !== 0];
  if (offset === 0 && !hasMore) return decodeTransport(ip, at);
  const key = [ip.source, ip.target, ip.protocol, view.getUint16(4)].join(" ");
  return { kind: "fragment", fragment: { key, offset, isLast: !hasMore, ip } };
}

/** Extension headers of IPv6 that give their length in units of 8 bytes: hop-by-hop, routing, destination. */
const extensions = new Set([0, 43, 60]);
const FRAGMENT = 44;

function decodeIp6(data: Uint8Array, at: number): Decoded {
  if (data.length < 40) return other;
  const view = viewOf(data);
  const end = 40 + view.getUint16(4);
  if (end > data.length) return other;
  const [source, target] = [formatIp6(view, 8), formatIp6(view, 24)];
  let [protocol, place] = [data[6] ?? 0, 40];
  while (extensions.has(protocol) && place + 8 <= end) {
    protocol = data[place] ?? 0;
    place += ((data[place + 1] ?? 0) + 1) * 8;
  }
  if (protocol !== FRAGMENT) {
    return decodeTransport({ protocol, source, target, content: data.subarray(place, end) }, at);
  }
  if (place + 8 > end) return other;
  const flags = view.getUint16(place + 2);
  const ip = { protocol: data[place] ?? 0, source, target, content: data.subarray(place + 8, end) };
  const key = [source, target, view.getUint32(place + 4)].join(" ");
  return { kind: "fragment", fragment: { key, offset: flags & 0xfff8, isLast: (flags & 1) === 0, ip } };
}

/** The shortest form (RFC 5952). */
function formatIp6(view: DataView, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) => view.getUint16(at + index * 2).toString(16)).join(":");
  const runs = [...groups.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)];
  const [longest] = runs.toSorted((one, other) => other[0].length - one[0].length);
  if (!longest) return groups;
  const before = groups.slice(0, longest.index).replace(/:$/, "");
  return `${before}::${groups.slice(longest.index + longest[0].length).replace(/^:/, "")}`;
}

function decodeTransport({ protocol, source, target, content }: Ip, at: number): Decoded {
  const view = viewOf(content);
  if (content.length < 8) return other;
  const ends = {
    source: { address: source, port: view.getUint16(0) },
    target: { address: target, port: view.getUint16(2) },
  };
  if (protocol === numbers.UDP) {
    const payload = content.subarray(8, view.getUint16(4) || content.length);
    return { kind: "packet", packet: { at, protocol: "UDP", ...ends, payload, sequence: 0 } };
  }
  if (protocol === numbers.TCP) {
    const header = ((content[12] ?? 0) >> 4) * 4;
    if (header < 20 || header > content.length) return other;
    const sequence = view.getUint32(4);
    return { kind: "packet", packet: { at, protocol: "TCP", ...ends, payload: content.subarray(header), sequence } };
  }
  if (protocol !== numbers.SCTP) return other;
  const payload = firstChunk(content);
  return payload ? { kind: "packet", packet: { at, protocol: "SCTP", ...ends, payload, sequence: 0 } } : other;
}

/** The first whole DATA chunk of an SCTP packet. */
function firstChunk(content: Uint8Array): Uint8Array | undefined {
  const view = viewOf(content);
  for (let place = 12; place + 16 <= content.length; ) {
    const length = view.getUint16(place + 2);
    if (length < 4) return undefined;
    if (content[place] === 0) return content.subarray(place + 16, place + length);
    place += (length + 3) & ~3;
  }
  return undefined;
}
