import { callPattern } from "./number-pattern.ts";

/** A regular expression for the SIP URI of a caller or callee, `sip:user@domain`, which begins with no digit or plus. */
export const { isValid, explain } = callPattern(
  "scheme",
  /^(?:\^|\\A)(?:\((?:\?:)?)?(\d|\\[+d]|\[[\d+\\-]+\])(?![?*]|\{0)/,
);
