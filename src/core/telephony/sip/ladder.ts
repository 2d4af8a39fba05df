import { commonCallId } from "./callId.ts";
import { type Captured, formatEndpoint } from "./captured.ts";
import { branchOf, parseSip, type SipMessage } from "./message.ts";
import { type SipParty, toParties } from "./parties.ts";

/** The appearance of an arrow. */
export type ArrowKind = "request" | "provisional" | "success" | "redirect" | "failure";

export interface Arrow {
  /** From 1, in the order of time. */
  readonly number: number;
  readonly captured: Captured;
  readonly message: SipMessage;
  /** Microseconds since the previous message, and since the first one. */
  readonly delta: number;
  readonly elapsed: number;
  /** Indices of parties; the same for a message that a party sends to itself. */
  readonly from: number;
  readonly to: number;
  readonly kind: ArrowKind;
  /** Number of the message that this one repeats; null: it is new. */
  readonly repeats: number | null;
  /** Index of its Call-ID. */
  readonly dialog: number;
}

export interface Ladder {
  /** In the order in which they appear. */
  readonly parties: readonly SipParty[];
  readonly arrows: readonly Arrow[];
  readonly dialogs: readonly string[];
  /** Number of messages that were left out, as they are no SIP. */
  readonly unread: number;
}

/**
 * The ladder of captured messages, in any order. A message that was captured more than once, at the same moment on the
 * same way, is drawn once.
 */
export function buildLadder(captured: readonly Captured[]): Ladder {
  const seenKeys = new Set<string>();
  const inOrder = captured
    .toSorted((a, b) => a.at - b.at)
    .filter((capture) => {
      const key = [capture.at, formatEndpoint(capture.source), formatEndpoint(capture.target), capture.text].join(" ");
      return !seenKeys.has(key) && seenKeys.add(key);
    });
  const read = inOrder.flatMap((capture) => {
    const message = parseSip(capture.text);
    return message ? [{ captured: capture, message }] : [];
  });
  const { parties, indexOf } = toParties(read);
  const dialogs: string[] = [];
  const originals = new Map<string, number>();
  const first = read[0]?.captured.at ?? 0;
  const arrows = read.map(({ captured: capture, message }, index): Arrow => {
    const [from, to] = [indexOf(capture.source), indexOf(capture.target)];
    const number = index + 1;
    const key = [formatEndpoint(capture.source), formatEndpoint(capture.target), identityOf(message)].join(" ");
    const repeats = originals.get(key) ?? null;
    if (repeats === null) originals.set(key, number);
    if (!dialogs.includes(message.callId)) dialogs.push(message.callId);
    return {
      number,
      captured: capture,
      message,
      delta: capture.at - (read[index - 1]?.captured.at ?? capture.at),
      elapsed: capture.at - first,
      from,
      to,
      kind: arrowKindOf(message),
      repeats,
      dialog: dialogs.indexOf(message.callId),
    };
  });
  return { parties, arrows, dialogs, unread: inOrder.length - read.length };
}

/** An identity that all transmissions of a message have in common: forks answer one branch with different tags. */
function identityOf(message: SipMessage): string {
  const { callId, sequence, to, from, headers } = message;
  const what = message.kind === "request" ? message.method : message.status;
  const reliable = headers.find(({ name }) => name.toLowerCase() === "rseq")?.value ?? "";
  const tags = [from, to].map((party) => party?.parameters.get("tag") ?? "");
  return JSON.stringify([branchOf(message), callId, sequence, what, ...tags, reliable]);
}

function arrowKindOf(message: SipMessage): ArrowKind {
  if (message.kind === "request") return "request";
  if (message.status < 200) return "provisional";
  if (message.status < 300) return "success";
  return message.status < 400 ? "redirect" : "failure";
}

/** `INVITE`, `486 Busy Here`. */
export function labelOf(message: SipMessage): string {
  return message.kind === "request" ? message.method : `${message.status} ${message.reason}`.trim();
}

/** The part of a message that the summary of a call needs. */
export interface CallEvent {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly callId: string;
  /** Also of responses: that of their request. */
  readonly method: string;
  /** Status of a response; null: it is a request. */
  readonly status: number | null;
}

export interface CallSummary {
  /** Method of its first request; empty: there is none. */
  readonly method: string;
  /** Status of the final response to it, of several the best one; null: none. */
  readonly status: number | null;
  /** Microseconds from the answer to the end of the call; null: it was not answered, or its end is not known. */
  readonly talked: number | null;
}

/** Summarizes a call by its messages, which are in chronological order. */
export function summarize(events: readonly CallEvent[]): CallSummary {
  const first = events.find(({ status }) => status === null) ?? events[0];
  const method = first?.method ?? "";
  const main = commonCallId(first?.callId ?? "");
  const finals = events.flatMap(({ status, ...event }) =>
    status !== null && status >= 200 && event.method === method ? [{ ...event, status }] : [],
  );
  const answer = finals.find(({ status }) => status < 300);
  // A challenge for credentials is not how a call ends, unless nothing follows.
  const last =
    finals.findLast(({ status, callId }) => callId === main && status !== 401 && status !== 407) ?? finals.at(-1);
  const end = events.find((event) => event.method === "BYE" && event.status === null);
  return {
    method,
    status: answer?.status ?? last?.status ?? null,
    talked: method === "INVITE" && answer && end ? Math.max(0, end.at - answer.at) : null,
  };
}
