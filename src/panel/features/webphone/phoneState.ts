/** The web phone as data: one line, its calls, and what may happen next. Knows no network, no sound and no screen. */

/** Why the line is not registered. */
export type RegistrationFailure =
  /** The server does not answer; the connection is tried again. */
  | "unreachable"
  /** The connection broke; it is tried again. */
  | "lost"
  /** User name or password are wrong. */
  | "credentials"
  /** The server answered with another error. */
  | "refused"
  /** The server is connected, but did not answer in time. */
  | "timeout"
  /** The browser has no WebRTC. */
  | "unsupported";

export type RegistrationState =
  | { readonly status: "off" | "registering" | "registered" }
  | { readonly status: "failed"; readonly reason: RegistrationFailure; readonly code?: number | undefined };

/** Why there is no sound from this side. */
export type MicrophoneFailure = "missing" | "denied" | "inUse" | "insecure";

/** Why a call ended. */
export type CallEnd =
  | "hungUp"
  | "cancelled"
  | "missed"
  | "busy"
  | "declined"
  | "noAnswer"
  | "notFound"
  | "unavailable"
  | "forbidden"
  | "media"
  | "connection"
  | "transferred"
  | "failed"
  | `microphone_${MicrophoneFailure}`;

export type CallStatus =
  /** Sent, and nothing heard yet. */
  | "dialling"
  /** Rings at the other side. */
  | "ringing"
  /** Rings here. */
  | "incoming"
  /** Answered here, and not yet connected. */
  | "connecting"
  | "active"
  | "held"
  /** The other side was asked to call somebody else; it is held until then. */
  | "transferring"
  | "ended";

export interface PhoneCall {
  readonly id: string;
  readonly direction: "in" | "out";
  /** A number or user of the other side, as dialled or as the platform names it. */
  readonly number: string;
  /** The name that the other side gives itself. */
  readonly displayName: string | null;
  readonly status: CallStatus;
  readonly isMuted: boolean;
  readonly isHeldByOther: boolean;
  /** Milliseconds since 1970 of the answer and of the end. */
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly end: CallEnd | null;
  /** SIP status of a failure. */
  readonly code: number | null;
  /** Tones sent so far. */
  readonly tones: string;
  /** The target that the other side is being transferred to. */
  readonly transferTo: string | null;
  /** The last transfer was refused. */
  readonly isTransferRefused: boolean;
  /** The target that the other side wants this phone to call instead. */
  readonly offeredTo: string | null;
}

export interface PhoneState {
  readonly line: RegistrationState;
  /** Calls by their beginning; at most `MAX_CALLS` live ones, and the last one that ended. */
  readonly calls: readonly PhoneCall[];
}

export type PhoneEvent =
  | { readonly type: "started" | "registered" | "stopped" }
  | { readonly type: "lineFailed"; readonly reason: RegistrationFailure; readonly code?: number | undefined }
  | { readonly type: "dialled"; readonly id: string; readonly number: string }
  | {
      readonly type: "incoming";
      readonly id: string;
      readonly number: string;
      readonly displayName: string | null;
      /** A call that takes the place of another one rings nobody again. */
      readonly isAnswered?: boolean;
    }
  | { readonly type: "ringing" | "answering" | "held" | "resumed" | "muted" | "unmuted"; readonly id: string }
  | { readonly type: "heldByOther"; readonly id: string; readonly isHeld: boolean }
  | { readonly type: "answered"; readonly id: string; readonly at: number }
  | { readonly type: "tone"; readonly id: string; readonly tone: string }
  | { readonly type: "transferring"; readonly id: string; readonly to: string }
  | { readonly type: "transferRefused"; readonly id: string }
  | { readonly type: "offered"; readonly id: string; readonly to: string | null }
  | {
      readonly type: "ended";
      readonly id: string;
      readonly at: number;
      readonly end: CallEnd;
      readonly code?: number | undefined;
    }
  | { readonly type: "dismissed"; readonly id: string };

/** One call, and another that waits or is asked before a transfer. Further callers hear that the line is busy. */
export const MAX_CALLS = 2;

export const initialPhoneState: PhoneState = { line: { status: "off" }, calls: [] };

/** The phone after an event. An event that makes no sense any more, such as ringing after the end, changes nothing. */
export function phoneReducer(state: PhoneState, event: PhoneEvent): PhoneState {
  switch (event.type) {
    case "started":
      return { ...state, line: { status: "registering" } };
    case "registered":
      return state.line.status === "off" ? state : { ...state, line: { status: "registered" } };
    case "stopped":
      return initialPhoneState;
    case "lineFailed": {
      const { reason, code } = event;
      return state.line.status === "off" ? state : { ...state, line: { status: "failed", reason, code } };
    }
    case "dialled":
      return begin(state, { id: event.id, direction: "out", number: event.number, status: "dialling" });
    case "incoming": {
      const { id, number, displayName, isAnswered } = event;
      const status = isAnswered ? "connecting" : "incoming";
      return begin(state, { id, direction: "in", number, displayName, status });
    }
    case "dismissed":
      return { ...state, calls: state.calls.filter(({ id, status }) => id !== event.id || status !== "ended") };
    default:
      return { ...state, calls: state.calls.map((call) => (call.id === event.id ? nextCall(call, event) : call)) };
  }
}

type CallEvent = Exclude<
  PhoneEvent,
  { readonly type: "started" | "registered" | "stopped" | "lineFailed" | "dialled" | "incoming" | "dismissed" }
>;

/** States of a call in which an event makes sense. */
const allowed: Readonly<Record<CallEvent["type"], readonly CallStatus[]>> = {
  ringing: ["dialling"],
  answering: ["incoming"],
  answered: ["dialling", "ringing", "incoming", "connecting"],
  held: ["active"],
  resumed: ["held", "transferring"],
  muted: ["active", "held"],
  unmuted: ["active", "held"],
  heldByOther: ["active", "held"],
  tone: ["active"],
  transferring: ["active", "held"],
  transferRefused: ["transferring"],
  offered: ["active", "held"],
  ended: ["dialling", "ringing", "incoming", "connecting", "active", "held", "transferring"],
};

function nextCall(call: PhoneCall, event: CallEvent): PhoneCall {
  if (!allowed[event.type].includes(call.status)) return call;
  switch (event.type) {
    case "ringing":
      return { ...call, status: "ringing" };
    case "answering":
      return { ...call, status: "connecting" };
    case "answered":
      return { ...call, status: "active", answeredAt: event.at };
    case "held":
      return { ...call, status: "held" };
    case "resumed":
      return { ...call, status: "active", transferTo: null };
    case "muted":
    case "unmuted":
      return { ...call, isMuted: event.type === "muted" };
    case "heldByOther":
      return { ...call, isHeldByOther: event.isHeld };
    case "tone":
      return { ...call, tones: call.tones + event.tone };
    case "transferring":
      return { ...call, status: "transferring", transferTo: event.to, isTransferRefused: false };
    case "transferRefused":
      return { ...call, status: "held", transferTo: null, isTransferRefused: true };
    case "offered":
      return { ...call, offeredTo: event.to };
    case "ended": {
      const { at, end, code } = event;
      return { ...call, status: "ended", endedAt: at, end, code: code ?? null, offeredTo: null };
    }
  }
}

type NewCall = Pick<PhoneCall, "id" | "direction" | "number" | "status"> & Partial<PhoneCall>;

/** A new call takes the place of the one that ended last. */
function begin(state: PhoneState, call: NewCall): PhoneState {
  if (state.calls.some(({ id }) => id === call.id)) return state;
  const fresh: PhoneCall = {
    displayName: null,
    isMuted: false,
    isHeldByOther: false,
    answeredAt: null,
    endedAt: null,
    end: null,
    code: null,
    tones: "",
    transferTo: null,
    isTransferRefused: false,
    offeredTo: null,
    ...call,
  };
  return { ...state, calls: [...liveCalls(state), fresh] };
}

export function liveCalls({ calls }: PhoneState): readonly PhoneCall[] {
  return calls.filter(({ status }) => status !== "ended");
}

/** Whether another call fits; otherwise callers hear that the line is busy. */
export function canTakeCall(state: PhoneState): boolean {
  return liveCalls(state).length < MAX_CALLS;
}

/** Registered, with room for a call, and none that waits for an answer here or there. */
export function canDial(state: PhoneState): boolean {
  const isWaiting = liveCalls(state).some(({ status }) => status !== "active" && status !== "held");
  return state.line.status === "registered" && canTakeCall(state) && !isWaiting;
}

export type CallAction =
  | "answer"
  | "decline"
  | "hangUp"
  | "hold"
  | "resume"
  | "mute"
  | "unmute"
  | "tones"
  | "transfer"
  | "join";

/** Returns what a person can do with a call. `join`: bring the two calls together and leave. */
export function actionsOf(call: PhoneCall, state: PhoneState): readonly CallAction[] {
  const { status, isMuted } = call;
  if (status === "ended") return [];
  if (status === "incoming") return ["answer", "decline"];
  if (status !== "active" && status !== "held") return ["hangUp"];
  const other = liveCalls(state).find(({ id }) => id !== call.id);
  const isJoinable = status === "active" && other?.status === "held";
  return [
    status === "held" ? "resume" : "hold",
    isMuted ? "unmute" : "mute",
    ...(status === "active" ? (["tones"] as const) : []),
    "transfer",
    ...(isJoinable ? (["join"] as const) : []),
    "hangUp",
  ];
}

/** Milliseconds since the answer, until the end or now; null for a call that nobody answered. */
export function durationOf({ answeredAt, endedAt }: PhoneCall, now: number): number | null {
  return answeredAt === null ? null : Math.max(0, (endedAt ?? now) - answeredAt);
}
