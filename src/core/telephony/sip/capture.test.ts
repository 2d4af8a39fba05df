import { expect, it } from "vitest";
import type { Captured } from "./captured.ts";
import { writePcap } from "./pcap.ts";
import { buildSampleCall } from "./sampleCalls.ts";

const start = 1_767_225_600_123_456;
const phone = (address: string) => ({
  user: "431",
  domain: "example.org",
  endpoint: { address, port: 5060 },
  agent: "Phone",
});
const calls = buildSampleCall("answered", {
  callId: "a@example.org",
  start,
  caller: phone("198.51.100.20"),
  callee: phone("203.0.113.7"),
  third: phone("203.0.113.9"),
});

const text = "OPTIONS sip:ü@example.org SIP/2.0\r\nCall-ID: a\r\nContent-Length: 0\r\n\r\n";
const ends = { source: { address: "192.0.2.1", port: 5060 }, target: { address: "192.0.2.2", port: 5070 } };
const udp: Captured = { at: start, transport: "UDP", ...ends, text };
const tcp: Captured = { ...udp, transport: "TCP" };
const ip6: Captured = {
  ...udp,
  source: { address: "2001:db8::1:0:0:2", port: 5060 },
  target: { address: "::1", port: 65_535 },
};

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** The frames of a file that `writePcap` made. */
function framesOf(messages: readonly Captured[]): Uint8Array[] {
  const file = writePcap(messages);
  const frames: Uint8Array[] = [];
  for (let at = 24; at < file.length; ) {
    const length = viewOf(file).getUint32(at + 8, true);
    frames.push(file.slice(at + 16, at + 16 + length));
    at += 16 + length;
  }
  return frames;
}

it("writes a packet for each message, over IPv4 and IPv6, UDP and TCP", () => {
  const texts = framesOf(calls).map((frame) => new TextDecoder().decode(frame.subarray(42)));
  expect(texts).toEqual(calls.map(({ text }) => text));
  const protocols = framesOf([udp, tcp, ip6]).map((frame) => {
    const type = viewOf(frame).getUint16(12);
    return [type, frame[type === 0x0800 ? 23 : 20]];
  });
  expect(protocols).toEqual([
    [0x0800, 17],
    [0x0800, 6],
    [0x86dd, 17],
  ]);
  // As other programs see it: the sums of headers and datagrams come out even.
  const [frame = new Uint8Array()] = framesOf([udp]);
  const sum = (data: Uint8Array, begin = 0) => {
    let total = begin;
    for (let at = 0; at < data.length; at += 2) total += ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
    while (total > 0xffff) total = (total & 0xffff) + (total >>> 16);
    return total;
  };
  expect(sum(frame.subarray(14, 34))).toBe(0xffff);
  expect(sum(frame.subarray(34), sum(frame.subarray(26, 34)) + 17 + frame.length - 34)).toBe(0xffff);
});
