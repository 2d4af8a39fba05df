/** The suffix of the Call-ID of each further leg of a call: a regular expression of JavaScript and PostgreSQL. */
export const legSuffix = "(_(b2b|pbx)-1)+$";

const suffix = new RegExp(legSuffix);

/** The Call-ID that all legs of a call share. */
export function commonCallId(callId: string): string {
  return callId.replace(suffix, "");
}
