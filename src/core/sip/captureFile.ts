import { commonCallId } from "./callId.ts";
import type { Captured } from "./captured.ts";
import { readText } from "./captureText.ts";
import { parseSip } from "./message.ts";
import { isPcap, readPcap } from "./pcap.ts";

/** Largest file, in bytes; it is read at once. */
export const LARGEST_FILE = 20 * 2 ** 20;
/** As many messages are taken of a file. */
export const MOST_MESSAGES = 20_000;

export const fileRefusals = ["large", "format", "damaged", "link", "empty", "text"] as const;
export type FileRefusal = (typeof fileRefusals)[number];

export interface CaptureFile {
  /** In the order of time. */
  readonly messages: readonly Captured[];
  /** Call-IDs in the order of their first messages, without those of further legs. */
  readonly calls: readonly string[];
  /** Whether it says when messages were sent. */
  readonly isTimed: boolean;
  /** Whether it ends within a packet, or has more messages than are taken. */
  readonly isCutOff: boolean;
}

/** The messages of a file that a person has: pcap, pcapng, or text, whose times without a zone are of `zone`. */
export function readCaptureFile(data: Uint8Array, zone: string): CaptureFile | { readonly refusal: FileRefusal } {
  if (data.length > LARGEST_FILE) return { refusal: "large" };
  if (isPcap(data)) {
    const read = readPcap(data);
    return "refusal" in read ? read : toFile(read.messages, true, read.isCutOff);
  }
  if (data.includes(0)) return { refusal: "format" };
  const { messages, isTimed } = readText(new TextDecoder().decode(data), zone);
  return messages.length === 0 ? { refusal: "text" } : toFile(messages, isTimed, false);
}

function toFile(messages: readonly Captured[], isTimed: boolean, isDamaged: boolean): CaptureFile {
  const taken = messages.toSorted((one, other) => one.at - other.at).slice(0, MOST_MESSAGES);
  return {
    messages: taken,
    calls: [...new Set(taken.map(callOf))],
    isTimed,
    isCutOff: isDamaged || taken.length < messages.length,
  };
}

/** The Call-ID of a message, without that of a further leg; empty: it has none. */
export function callOf({ text }: Captured): string {
  return commonCallId(parseSip(text)?.callId ?? "");
}
