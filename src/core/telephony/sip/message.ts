import {
  headerValue,
  headerValues,
  type NameAddress,
  parseHeaders,
  parseNameAddress,
  parseVia,
  type SipHeader,
  type Via,
} from "./headers.ts";

interface Common {
  readonly headers: readonly SipHeader[];
  /** Empty: none. */
  readonly body: string;
  /** Empty where the message has none. */
  readonly callId: string;
  readonly sequence: { readonly number: number; readonly method: string } | null;
  readonly from: NameAddress | null;
  readonly to: NameAddress | null;
  /** The last hop first; malformed ones are left out. */
  readonly vias: readonly Via[];
  readonly contact: NameAddress | null;
}

export interface SipRequest extends Common {
  readonly kind: "request";
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends Common {
  readonly kind: "response";
  /** 100 to 699. */
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

const requestLine = /^([A-Za-z0-9!%*+\-._`'~]+) +(\S(?:.*\S)?) +SIP\/2\.0[ \t]*$/i;
const statusLine = /^SIP\/2\.0 +([1-6]\d\d)(?:[ \t]+(.*?))?[ \t]*$/i;

/**
 * A SIP message of RFC 3261. It is lenient, as what was captured should be shown: header fields that are malformed are
 * kept as text, and missing ones are empty. Null: the text does not begin with a request or status line.
 */
export function parseSip(text: string): SipMessage | null {
  const whole = text.replace(/^(?:\r?\n)+/, "");
  const { head, body } = splitMessage(whole);
  const [first = "", ...lines] = head.split(/\r?\n/);
  const [request, response] = [requestLine.exec(first), statusLine.exec(first)];
  if (!request && !response) return null;
  const headers = parseHeaders(lines);
  const length = headerValue(headers, "Content-Length");
  const sequence = /^(\d{1,10})\s+(\S+)$/.exec(headerValue(headers, "CSeq") ?? "");
  const common: Common = {
    headers,
    body: length !== undefined && /^\d+$/.test(length) ? firstBytes(body, Number(length)) : body,
    callId: headerValue(headers, "Call-ID") ?? "",
    sequence: sequence ? { number: Number(sequence[1]), method: String(sequence[2]) } : null,
    from: addressIn(headers, "From"),
    to: addressIn(headers, "To"),
    vias: headerValues(headers, "Via").flatMap((value) => parseVia(value) ?? []),
    contact: addressIn(headers, "Contact"),
  };
  if (request) return { ...common, kind: "request", method: String(request[1]), uri: String(request[2]) };
  return { ...common, kind: "response", status: Number(response?.[1]), reason: response?.[2] ?? "" };
}

/** Start line and header fields, and what follows the empty line. */
export function splitMessage(text: string): { readonly head: string; readonly body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { head: text.replace(/\r?\n$/, ""), body: "" };
  return { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) };
}

/** The method of the CSeq or the request line: `INVITE`, also for its responses; empty: neither has one. */
export function methodOf(message: SipMessage): string {
  return message.kind === "request" ? message.method : (message.sequence?.method ?? "");
}

/** The branch of the last hop, which identifies the transaction. */
export function branchOf({ vias }: SipMessage): string {
  return vias[0]?.parameters.get("branch") ?? "";
}

function addressIn(headers: readonly SipHeader[], name: string): NameAddress | null {
  const [value] = name === "Contact" ? headerValues(headers, name) : [headerValue(headers, name)];
  return value === undefined ? null : parseNameAddress(value);
}

/** Content-Length counts bytes, and what follows is no part of the message. */
function firstBytes(text: string, count: number): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= count ? text : new TextDecoder().decode(bytes.subarray(0, count));
}
