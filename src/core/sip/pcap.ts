import type { Captured, Transport } from "./captured.ts";
import { decodePacket, type Fragment, isKnownLink, joinFragments, linkTypes, type Packet } from "./packets.ts";
import { parseSipStream } from "./stream.ts";

/** Why a file is not read. */
export type Refusal = "format" | "damaged" | "link" | "empty";

export type ReadCapture =
  | { readonly messages: readonly Captured[]; readonly packets: number; readonly isCutOff: boolean }
  | { readonly refusal: Refusal };

interface RawPacket {
  readonly linkType: number;
  readonly at: number;
  readonly data: Uint8Array;
}

const magics = { micro: 0xa1b2c3d4, nano: 0xa1b23c4d, section: 0x0a0d0d0a, order: 0x1a2b3c4d } as const;

/** Whether a file begins like one of these. */
export function isPcap(data: Uint8Array): boolean {
  return data.length >= 4 && (orderOf(data) !== null || viewOf(data).getUint32(0) === magics.section);
}

/** The SIP messages of a capture file, pcap or pcapng. A file that was cut off is read as far as it goes. */
export function readPcap(data: Uint8Array): ReadCapture {
  if (!isPcap(data)) return { refusal: "format" };
  const isNew = viewOf(data).getUint32(0) === magics.section;
  const raw: RawPacket[] = [];
  const ending = isNew ? readBlocks(data, raw) : readRecords(data, raw);
  if (ending === "damaged" && raw.length === 0) return { refusal: "damaged" };
  if (raw.length > 0 && !raw.some(({ linkType }) => isKnownLink(linkType))) return { refusal: "link" };
  const messages = messagesOf(raw);
  if (messages.length === 0) return { refusal: "empty" };
  return { messages, packets: raw.length, isCutOff: ending === "damaged" };
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

type Ending = "whole" | "damaged";

function orderOf(data: Uint8Array): { readonly isLittle: boolean; readonly isNano: boolean } | null {
  const view = viewOf(data);
  for (const isLittle of [true, false]) {
    const magic = view.getUint32(0, isLittle);
    if (magic === magics.micro || magic === magics.nano) return { isLittle, isNano: magic === magics.nano };
  }
  return null;
}

/** The records of a classic file. */
function readRecords(data: Uint8Array, into: RawPacket[]): Ending {
  const order = orderOf(data);
  if (!order || data.length < 24) return "damaged";
  const view = viewOf(data);
  const { isLittle, isNano } = order;
  const linkType = view.getUint32(20, isLittle) & 0xffff;
  for (let place = 24; place < data.length; ) {
    if (place + 16 > data.length) return "damaged";
    const fraction = view.getUint32(place + 4, isLittle);
    const at = view.getUint32(place, isLittle) * 1e6 + (isNano ? Math.floor(fraction / 1000) : fraction);
    const length = view.getUint32(place + 8, isLittle);
    place += 16;
    if (length > data.length - place) return "damaged";
    into.push({ linkType, at, data: data.subarray(place, place + length) });
    place += length;
  }
  return "whole";
}

interface Interface {
  readonly linkType: number;
  /** Units of time in a second. */
  readonly perSecond: number;
}

/** The blocks of a pcapng file. */
function readBlocks(data: Uint8Array, into: RawPacket[]): Ending {
  const view = viewOf(data);
  let isLittle = true;
  let interfaces: Interface[] = [];
  for (let place = 0; place < data.length; ) {
    if (place + 12 > data.length) return "damaged";
    if (view.getUint32(place) === magics.section) {
      isLittle = view.getUint32(place + 8, true) === magics.order;
      interfaces = [];
    }
    const [type, length] = [view.getUint32(place, isLittle), view.getUint32(place + 4, isLittle)];
    if (length < 12 || length > data.length - place) return "damaged";
    const block = data.subarray(place + 8, place + length - 4);
    if (type === 1) interfaces.push(toInterface(block, isLittle));
    if (type === 6) {
      const packet = toPacket(block, isLittle, interfaces);
      if (!packet) return "damaged";
      into.push(packet);
    }
    place += length;
  }
  return "whole";
}

function toInterface(block: Uint8Array, isLittle: boolean): Interface {
  const view = viewOf(block);
  const linkType = block.length >= 2 ? view.getUint16(0, isLittle) : -1;
  for (let place = 8; place + 4 <= block.length; ) {
    const [code, length] = [view.getUint16(place, isLittle), view.getUint16(place + 2, isLittle)];
    if (code === 9 && place + 5 <= block.length) {
      const resolution = block[place + 4] ?? 6;
      return { linkType, perSecond: resolution & 0x80 ? 2 ** (resolution & 0x7f) : 10 ** resolution };
    }
    if (code === 0) break;
    place += 4 + ((length + 3) & ~3);
  }
  return { linkType, perSecond: 1e6 };
}

function toPacket(block: Uint8Array, isLittle: boolean, interfaces: readonly Interface[]): RawPacket | null {
  if (block.length < 20) return null;
  const view = viewOf(block);
  const from = interfaces[view.getUint32(0, isLittle)];
  const length = view.getUint32(12, isLittle);
  if (!from || length > block.length - 20) return null;
  const ticks = BigInt(view.getUint32(4, isLittle)) * 2n ** 32n + BigInt(view.getUint32(8, isLittle));
  const at = Number((ticks * 1_000_000n) / BigInt(from.perSecond));
  return { linkType: from.linkType, at, data: block.subarray(20, 20 + length) };
}

/** What the packets carry: each in one of UDP, or in the streams of TCP. */
function messagesOf(raw: readonly RawPacket[]): readonly Captured[] {
  const messages: Captured[] = [];
  const streams = new Map<string, Packet[]>();
  const fragments = new Map<string, Fragment[]>();
  for (const { linkType, at, data } of raw) {
    const decoded = whole(decodePacket(linkType, data, at), at, fragments);
    if (decoded?.kind !== "packet" || decoded.packet.payload.length === 0) continue;
    const { packet } = decoded;
    if (packet.protocol === "TCP") {
      const { source, target } = packet;
      const key = [source.address, source.port, target.address, target.port].join(" ");
      const known = streams.get(key);
      if (known) known.push(packet);
      else streams.set(key, [packet]);
    } else messages.push(...parseSipStream([packet]).map((found) => toCaptured(packet, packet.protocol, found)));
  }
  for (const packets of streams.values()) {
    const [one] = packets;
    if (one) messages.push(...parseSipStream(packets).map((found) => toCaptured(one, "TCP", found)));
  }
  return messages.toSorted((one, other) => one.at - other.at);
}

/** The packet itself, or that of which it is the last missing fragment. */
function whole(decoded: ReturnType<typeof decodePacket>, at: number, pending: Map<string, Fragment[]>) {
  if (decoded.kind !== "fragment") return decoded;
  const { fragment } = decoded;
  const known = [...(pending.get(fragment.key) ?? []), fragment];
  const joined = joinFragments(known, at);
  if (joined) pending.delete(fragment.key);
  else pending.set(fragment.key, known);
  return joined;
}

function toCaptured(
  { source, target }: Packet,
  transport: Transport,
  { at, text }: Pick<Captured, "at" | "text">,
): Captured {
  return { at, transport, source, target, text };
}

/** Longest packet of IP, in bytes. */
const LONGEST = 65_535;

/**
 * A capture file (pcap 2.4 over Ethernet) with a packet for each message. Those of TCP and TLS are packets of TCP with
 * the text as it was sent; a text that does not fit into one packet is cut off.
 */
export function writePcap(messages: readonly Captured[]): Uint8Array<ArrayBuffer> {
  const sequences = new Map<string, number>();
  const packets = messages.map((message) => ({ at: message.at, data: toFrame(message, sequences) }));
  const length = packets.reduce((total, { data }) => total + 16 + data.length, 24);
  const file = new Uint8Array(length);
  const view = viewOf(file);
  view.setUint32(0, magics.micro, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, LONGEST, true);
  view.setUint32(20, linkTypes.ethernet, true);
  let place = 24;
  for (const { at, data } of packets) {
    view.setUint32(place, Math.floor(at / 1e6), true);
    view.setUint32(place + 4, at % 1e6, true);
    view.setUint32(place + 8, data.length, true);
    view.setUint32(place + 12, data.length, true);
    file.set(data, place + 16);
    place += 16 + data.length;
  }
  return file;
}

function toFrame({ transport, source, target, text }: Captured, sequences: Map<string, number>): Uint8Array {
  const is6 = source.address.includes(":");
  const isUdp = transport === "UDP";
  const [network, header] = [is6 ? 40 : 20, isUdp ? 8 : 20];
  const payload = new TextEncoder().encode(text).subarray(0, LONGEST - 14 - network - header);
  const frame = new Uint8Array(14 + network + header + payload.length);
  const view = viewOf(frame);
  // Addresses of the network cards are not known.
  frame.set([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1]);
  view.setUint16(12, is6 ? 0x86dd : 0x0800);
  const addresses = [source, target].map(({ address }) => (is6 ? bytesOfIp6(address) : bytesOfIp4(address)));
  const protocol = isUdp ? 17 : 6;
  const content = frame.subarray(14 + network);
  if (is6) {
    view.setUint32(14, 0x60000000);
    view.setUint16(18, content.length);
    frame.set([protocol, 64], 20);
    frame.set(addresses.flat(), 22);
  } else {
    view.setUint16(14, 0x4500);
    view.setUint16(16, network + content.length);
    frame.set([64, protocol], 22);
    frame.set(addresses.flat(), 26);
    view.setUint16(24, checksum(frame.subarray(14, 34)));
  }
  const inner = viewOf(content);
  inner.setUint16(0, source.port);
  inner.setUint16(2, target.port);
  if (isUdp) inner.setUint16(4, content.length);
  else {
    const key = [source.address, source.port, target.address, target.port].join(" ");
    const sequence = sequences.get(key) ?? 1;
    sequences.set(key, sequence + payload.length);
    inner.setUint32(4, sequence);
    inner.setUint32(8, 1);
    // A header of 20 bytes, flags PSH and ACK, and a window.
    inner.setUint16(12, 0x5018);
    inner.setUint16(14, LONGEST);
  }
  content.set(payload, header);
  const pseudo = [...addresses.flat(), 0, protocol, content.length >> 8, content.length & 255];
  const sum = checksum(content, pseudo);
  // 0 would say that there is none.
  inner.setUint16(isUdp ? 6 : 16, isUdp && sum === 0 ? 0xffff : sum);
  return frame;
}

const bytesOfIp4 = (address: string): number[] => address.split(".").map(Number);

function bytesOfIp6(address: string): number[] {
  const [before = "", after] = address.split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":")).flatMap(toGroups);
  const [first, last] = [groupsOf(before), groupsOf(after ?? "")];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<number>(zeros).fill(0), ...last]
    .flatMap((group) => [group >> 8, group & 255])
    .slice(0, 16);
}

function toGroups(group: string): number[] {
  if (!group.includes(".")) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = bytesOfIp4(group);
  return [a * 256 + b, c * 256 + d];
}

/** The Internet checksum (RFC 1071), with these bytes in front. */
function checksum(data: Uint8Array, before: readonly number[] = []): number {
  let sum = 0;
  for (let at = 0; at < before.length; at += 2) sum += ((before[at] ?? 0) << 8) | (before[at + 1] ?? 0);
  for (let at = 0; at < data.length; at += 2) sum += ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
