import { expect, it } from "vitest";
import type { Captured } from "./captured.ts";
import { LARGEST_FILE, readCaptureFile } from "./captureFile.ts";
import { readText, writeText } from "./captureText.ts";
import { isPcap, readPcap, writePcap } from "./pcap.ts";
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

function messagesIn(file: Uint8Array): readonly Captured[] {
  const read = readPcap(file);
  if ("refusal" in read) throw new Error(read.refusal);
  return read.messages;
}

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

interface Shape {
  readonly link?: number;
  readonly isLittle?: boolean;
  readonly isNano?: boolean;
}

function classic(frames: readonly Uint8Array[], { link = 1, isLittle = true, isNano = false }: Shape = {}): Uint8Array {
  const file = new Uint8Array(24 + frames.reduce((total, frame) => total + 16 + frame.length, 0));
  const view = viewOf(file);
  view.setUint32(0, isNano ? 0xa1b23c4d : 0xa1b2c3d4, isLittle);
  view.setUint32(20, link, isLittle);
  let at = 24;
  for (const [index, frame] of frames.entries()) {
    view.setUint32(at, 1_767_225_600, isLittle);
    view.setUint32(at + 4, (123_456 + index) * (isNano ? 1000 : 1), isLittle);
    view.setUint32(at + 8, frame.length, isLittle);
    file.set(frame, at + 16);
    at += 16 + frame.length;
  }
  return file;
}

function nextGeneration(frame: Uint8Array, isLittle: boolean): Uint8Array {
  const padded = (frame.length + 3) & ~3;
  const file = new Uint8Array(28 + 32 + 32 + padded);
  const view = viewOf(file);
  const put = (at: number, ...values: number[]) => {
    for (const [index, value] of values.entries()) view.setUint32(at + index * 4, value >>> 0, isLittle);
  };
  put(0, 0x0a0d0d0a, 28, 0x1a2b3c4d, isLittle ? 1 : 0x10000, -1, -1, 28);
  // An interface of Ethernet that counts nanoseconds.
  put(28, 1, 32, 0, 0);
  view.setUint16(36, 1, isLittle);
  view.setUint16(44, 9, isLittle);
  view.setUint16(46, 1, isLittle);
  file[48] = 9;
  put(56, 32);
  const ticks = BigInt(start) * 1000n;
  put(60, 6, 32 + padded, 0, Number(ticks >> 32n), Number(ticks & 0xffffffffn), frame.length, frame.length);
  file.set(frame, 88);
  put(88 + padded, 32 + padded);
  return file;
}

it("gives back what it wrote, over IPv4 and IPv6, UDP and TCP", () => {
  expect(messagesIn(writePcap(calls))).toEqual(calls);
  expect(messagesIn(writePcap([udp, tcp, ip6, { ...ip6, transport: "TCP", at: start + 1 }]))).toEqual(
    expect.arrayContaining([udp, tcp, ip6, { ...ip6, transport: "TCP", at: start + 1 }]),
  );
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

it("reads files of other programs and links", () => {
  const [frame = new Uint8Array()] = framesOf([udp]);
  const ip = frame.subarray(14);
  const before = (...bytes: number[]) => Uint8Array.from([...bytes, ...ip]);
  for (const file of [
    classic([frame], { isLittle: false }),
    classic([frame], { isNano: true }),
    classic([Uint8Array.from([...frame.subarray(0, 12), 0x81, 0, 0, 5, ...frame.subarray(12)])]),
    classic([before(...Array<number>(14).fill(0), 8, 0)], { link: 113 }),
    classic([before(8, 0, ...Array<number>(18).fill(0))], { link: 276 }),
    classic([ip], { link: 101 }),
    classic([before(2, 0, 0, 0)], { link: 0 }),
    nextGeneration(frame, true),
    nextGeneration(frame, false),
  ]) {
    expect(isPcap(file)).toBe(true);
    expect(messagesIn(file)).toEqual([udp]);
  }
});

it("puts fragments together, in any order", () => {
  const [frame = new Uint8Array()] = framesOf([udp]);
  const fragment = (from: number, to: number, isLast: boolean) => {
    const part = Uint8Array.from([...frame.subarray(0, 34), ...frame.subarray(34 + from, 34 + to)]);
    viewOf(part).setUint16(16, part.length - 14);
    viewOf(part).setUint16(20, from / 8 + (isLast ? 0 : 0x2000));
    return part;
  };
  const parts = [fragment(40, 900, true), fragment(0, 16, false), fragment(16, 40, false)];
  expect(messagesIn(classic(parts))).toEqual([{ ...udp, at: start + 2 }]);
});

it("follows a connection: split, joined and repeated messages, and numbers that start again", () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = framesOf([
    tcp,
    { ...tcp, text: text.replace("a\r", "b\r") },
  ]);
  const segment = (frame: Uint8Array, sequence: number, from: number, to: number) => {
    const part = Uint8Array.from([...frame.subarray(0, 54), ...frame.subarray(54 + from, 54 + to)]);
    viewOf(part).setUint16(16, part.length - 14);
    viewOf(part).setUint32(38, sequence >>> 0);
    return part;
  };
  const size = first.length - 54;
  const begin = 2 ** 32 - 10;
  const file = classic([
    segment(first, begin, 0, 30),
    segment(first, begin + 30, 30, size),
    segment(first, begin + 20, 20, size),
    segment(second, begin + size, 0, size),
  ]);
  expect(messagesIn(file)).toEqual([tcp, { ...tcp, at: start + 3, text: text.replace("a\r", "b\r") }]);
  // Without the second packet the first message ends there, and the next one is still found.
  const gap = classic([segment(first, 1, 0, 30), segment(second, 1 + size, 0, size)]);
  expect(messagesIn(gap).at(-1)).toEqual({ ...tcp, at: start + 1, text: text.replace("a\r", "b\r") });
});

it("says why it does not read a file", () => {
  const whole = writePcap(calls);
  expect(readPcap(new Uint8Array())).toEqual({ refusal: "format" });
  expect(readPcap(new TextEncoder().encode("INVITE sip:a@b SIP/2.0"))).toEqual({ refusal: "format" });
  expect(readPcap(whole.subarray(0, 20))).toEqual({ refusal: "damaged" });
  expect(readPcap(whole.subarray(0, 100))).toEqual({ refusal: "damaged" });
  expect(readPcap(classic(framesOf([udp]), { link: 147 }))).toEqual({ refusal: "link" });
  expect(readPcap(classic([]))).toEqual({ refusal: "empty" });
  expect(readPcap(classic([new Uint8Array(60)]))).toEqual({ refusal: "empty" });
  expect(readPcap(whole.subarray(0, -5))).toMatchObject({ isCutOff: true, packets: calls.length - 1 });
});

it("survives every damage", () => {
  const files = [writePcap([udp, tcp, ip6]), nextGeneration(framesOf([ip6])[0] ?? new Uint8Array(), true)];
  for (const file of files) {
    for (let at = 0; at < file.length; at++) {
      for (const value of [0, 255]) {
        const damaged = file.slice();
        damaged[at] = value;
        expect(readPcap(damaged)).toBeDefined();
      }
      expect(readPcap(file.subarray(0, at))).toBeDefined();
    }
  }
});

it("reads what it printed", () => {
  const printed = writeText(calls);
  expect(printed).toContain("UDP 2026-01-01T00:00:00.123456Z 198.51.100.20:5060 -> 192.0.2.5:5060\n\nINVITE");
  expect(readText(printed, "UTC")).toEqual({ messages: calls, isTimed: true });
  expect(readText(writeText([ip6]), "UTC").messages).toEqual([ip6]);
});

it("reads what ngrep, sngrep and Kamailio print", () => {
  const plain = text.replaceAll("\r\n", "\n");
  const dotted = `#\nU 2026/01/01 01:00:00.123456 192.0.2.1:5060 -> 192.0.2.2:5070 #2\n${text.replaceAll("\r", ".")}\n##\n#exit\n`;
  expect(readText(dotted, "Europe/Vienna")).toEqual({ messages: [udp], isTimed: true });
  const sngrep = `2026/01/01 00:00:00.123456 192.0.2.1:5060 -> 192.0.2.2:5070\n${plain}\n\n`;
  expect(readText(sngrep, "UTC").messages).toEqual([udp]);
  const ruler = (sign: string) => `${sign.repeat(20)}\n`;
  const facts = `tag: snd\ntime: 1767225600.123456\nproto: tcp ipv4\nsrcip: 192.0.2.1\nsrcport: 5060\ndstip: 192.0.2.2\ndstport: 5070\n`;
  const dump = `${ruler("=")}${facts}${ruler("~")}${plain}${ruler("|")}`;
  expect(readText(dump + dump, "UTC")).toEqual({ messages: [tcp, tcp], isTimed: true });
});

it("keeps the order of messages without times, and leaves out what has no addresses", () => {
  const untimed = `T 192.0.2.1:5060 -> 192.0.2.2:5070 [AP]\n${text.replaceAll("\r", ".")}\n`;
  expect(readText(untimed, "UTC")).toEqual({ messages: [{ ...tcp, at: 0 }], isTimed: false });
  expect(readText(text, "UTC")).toEqual({ messages: [], isTimed: false });
  expect(readText("", "UTC")).toEqual({ messages: [], isTimed: false });
});

it("takes a file for what it is, whatever its name", () => {
  const bytes = (content: string) => new TextEncoder().encode(content);
  expect(readCaptureFile(writePcap(calls), "UTC")).toEqual({
    messages: calls,
    calls: ["a@example.org"],
    isTimed: true,
    isCutOff: false,
  });
  expect(readCaptureFile(bytes(writeText([udp])), "UTC")).toMatchObject({ messages: [udp], calls: ["a"] });
  expect(readCaptureFile(writePcap(calls).subarray(0, -5), "UTC")).toMatchObject({ isCutOff: true });
  expect(readCaptureFile(new Uint8Array(LARGEST_FILE + 1), "UTC")).toEqual({ refusal: "large" });
  expect(readCaptureFile(Uint8Array.from([0x89, 0x50, 0, 1]), "UTC")).toEqual({ refusal: "format" });
  expect(readCaptureFile(bytes("Dear operator, it does not ring."), "UTC")).toEqual({ refusal: "text" });
  expect(readCaptureFile(classic([]), "UTC")).toEqual({ refusal: "empty" });
});
