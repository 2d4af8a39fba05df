import type { CallEnd, RegistrationFailure } from "./phoneState.ts";

/** Key of the text that says why a call ended. */
export function endKey(end: CallEnd): string {
  const microphoneError = microphoneIn(end);
  return microphoneError === null ? `webphone.ends.${end}` : `webphone.microphone.${microphoneError}`;
}

/** Returns the microphone's error if that ended the call. */
export function microphoneIn(end: CallEnd | null): string | null {
  return end?.startsWith(MICROPHONE) ? end.slice(MICROPHONE.length) : null;
}

const MICROPHONE = "microphone_";

/** The failure of a call, as the SIP library reports it. */
export interface SipFailure {
  /** The side that ended it. */
  readonly originator: string;
  /** The library's own word: `Busy`, `Canceled`, `SIP Failure Code`. */
  readonly cause: string;
  /** SIP status, where an answer came. */
  readonly code?: number | undefined;
}

const endOfCode: Readonly<Record<number, CallEnd>> = {
  401: "forbidden",
  402: "forbidden",
  403: "forbidden",
  404: "notFound",
  407: "forbidden",
  408: "noAnswer",
  410: "notFound",
  415: "media",
  480: "unavailable",
  484: "notFound",
  486: "busy",
  488: "media",
  600: "busy",
  603: "declined",
  604: "notFound",
  606: "media",
};

const endOfCause: Readonly<Record<string, CallEnd>> = {
  Terminated: "hungUp",
  Busy: "busy",
  Rejected: "declined",
  "No Answer": "noAnswer",
  Expires: "noAnswer",
  "Not Found": "notFound",
  "Address Incomplete": "notFound",
  Unavailable: "unavailable",
  "Authentication Error": "forbidden",
  "Incompatible SDP": "media",
  "Missing SDP": "media",
  "Bad Media Description": "media",
  "WebRTC Error": "media",
  "User Denied Media Access": "microphone_denied",
  "RTP Timeout": "connection",
  "Connection Error": "connection",
  "Request Timeout": "connection",
};

/** Why a call ended, in the phone's terms: the status of an answer tells more than the library's word for it. */
export function toCallEnd({ originator, cause, code }: SipFailure, direction: "in" | "out"): CallEnd {
  if (cause === "Canceled") return direction === "in" && originator === "remote" ? "missed" : "cancelled";
  const byCode = originator === "remote" && code !== undefined ? endOfCode[code] : undefined;
  return byCode ?? endOfCause[cause] ?? "failed";
}

/** Statuses that a registrar answers for a user or password that it does not know. */
const credentialCodes = [401, 403, 404, 407];

/** Why a registration failed. */
export function registrationFailureOf({ cause, code }: Omit<SipFailure, "originator">): RegistrationFailure {
  if (code !== undefined) return credentialCodes.includes(code) ? "credentials" : "refused";
  if (cause === "Request Timeout") return "timeout";
  return cause === "Authentication Error" ? "credentials" : "unreachable";
}
