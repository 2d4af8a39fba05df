import type { Captured } from "./captured.ts";

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** First bytes of a file with times in microseconds. */
const MAGIC = 0xa1b2c3d4;
const ETHERNET = 1;
/** Longest packet of IP, in bytes. */
const MAX_PACKET_BYTES = 65_535;

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
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, MAX_PACKET_BYTES, true);
  view.setUint32(20, ETHERNET, true);
  let offset = 24;
  for (const { at, data } of packets) {
    view.setUint32(offset, Math.floor(at / 1e6), true);
    view.setUint32(offset + 4, at % 1e6, true);
    view.setUint32(offset + 8, data.length, true);
    view.setUint32(offset + 12, data.length, true);
    file.set(data, offset + 16);
    offset += 16 + data.length;
  }
  return file;
}

function toFrame({ transport, source, target, text }: Captured, sequences: Map<string, number>): Uint8Array {
  const is6 = source.address.includes(":");
  const isUdp = transport === "UDP";
  const [network, header] = [is6 ? 40 : 20, isUdp ? 8 : 20];
  const payload = new TextEncoder().encode(text).subarray(0, MAX_PACKET_BYTES - 14 - network - header);
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
    inner.setUint16(14, MAX_PACKET_BYTES);
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
