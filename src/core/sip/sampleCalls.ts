import { type Captured, type Endpoint, formatEndpoint } from "./captured.ts";

/** A phone of a sample call. */
export interface SamplePhone {
  readonly user: string;
  readonly domain: string;
  readonly endpoint: Endpoint;
  readonly agent: string;
}

export interface SampleCall {
  readonly callId: string;
  /** Microseconds since 1970. */
  readonly start: number;
  readonly caller: SamplePhone;
  readonly callee: SamplePhone;
  /** Whom the call is forwarded to. */
  readonly third: SamplePhone;
}

export const sampleKinds = ["answered", "busy", "repeated", "forwarded"] as const;
export type SampleKind = (typeof sampleKinds)[number];

/** A proxy that listens on one port and sends on another. */
const listening: Endpoint = { address: "192.0.2.5", port: 5060 };
const sending: Endpoint = { address: "192.0.2.5", port: 5062 };

const PROXY = "Patchbay demonstration proxy";

/** A call as it is seen at a proxy between phones: for demonstrations, tests and benchmarks. */
export function buildSampleCall(kind: SampleKind, call: SampleCall): readonly Captured[] {
  const script = new Script(call);
  const { caller, callee, third } = call;
  if (kind === "answered") {
    script.request("INVITE", caller, null, { sdp: true });
    script.response(407, "Proxy Authentication Required", null, caller, { wait: 1.2 });
    script.request("ACK", caller, null, { wait: 18 });
    script.next();
    script.invite(callee);
    script.answer(callee, 6300);
    script.request("BYE", callee, caller, { wait: 42_000 });
    script.response(200, "OK", caller, callee, { wait: 31, method: "BYE" });
  } else if (kind === "busy") {
    script.invite(callee);
    script.response(486, "Busy Here", callee, null, { wait: 95 });
    script.request("ACK", null, callee, { wait: 1 });
    script.response(486, "Busy Here", null, caller, { wait: 0.6 });
    script.request("ACK", caller, null, { wait: 22 });
  } else if (kind === "repeated") {
    script.invite(callee, [500, 1000]);
    script.answer(callee, 3100, 500);
    script.request("BYE", caller, callee, { wait: 17_400 });
    script.response(200, "OK", callee, caller, { wait: 64, method: "BYE" });
  } else {
    script.invite(callee);
    script.response(180, "Ringing", callee, caller, { wait: 140 });
    script.request("CANCEL", null, callee, { wait: 15_000 });
    script.response(200, "OK", callee, null, { wait: 24, method: "CANCEL" });
    script.response(487, "Request Terminated", callee, null, { wait: 3 });
    script.request("ACK", null, callee, { wait: 0.8 });
    script.response(181, "Call Is Being Forwarded", null, caller, { wait: 2 });
    script.next(third);
    script.request("INVITE", null, third, { wait: 4, sdp: true });
    script.answer(third, 2900);
    script.request("BYE", caller, third, { wait: 25_700 });
    script.response(200, "OK", third, caller, { wait: 40, method: "BYE" });
  }
  return script.messages;
}

interface Details {
  /** Milliseconds since the previous message. */
  readonly wait?: number;
  /** Of the request that is answered; by default INVITE. */
  readonly method?: "INVITE" | "BYE" | "CANCEL";
  readonly sdp?: boolean;
}

/** Writes messages one after the other; null stands for the proxy. */
class Script {
  readonly messages: Captured[] = [];
  readonly #call: SampleCall;
  #at: number;
  #transaction = 1;
  #sequence = 1;
  /** Whom the proxy sends requests of the caller to. */
  #callee: SamplePhone;

  constructor(call: SampleCall) {
    this.#call = call;
    this.#at = call.start;
    this.#callee = call.callee;
  }

  /** A new attempt of the caller, or of the proxy to reach somebody else. */
  next(callee?: SamplePhone): void {
    this.#transaction++;
    if (callee) this.#callee = callee;
    else this.#sequence++;
  }

  /** The caller's INVITE by way of the proxy, which sends it again after these milliseconds. */
  invite(callee: SamplePhone, again: readonly number[] = []): void {
    this.request("INVITE", this.#call.caller, null, { wait: 9, sdp: true });
    this.response(100, "Trying", null, this.#call.caller, { wait: 0.7 });
    this.request("INVITE", null, callee, { wait: 1.1, sdp: true });
    for (const wait of again) this.request("INVITE", null, callee, { wait, sdp: true });
    this.response(100, "Trying", callee, null, { wait: 21 });
  }

  /** A phone rings, and answers after `wait` milliseconds; it says so again if the ACK takes longer than it waits. */
  answer(phone: SamplePhone, wait: number, again?: number): void {
    const { caller } = this.#call;
    this.response(180, "Ringing", phone, caller, { wait: 83 });
    this.response(200, "OK", phone, caller, { wait, sdp: true });
    if (again !== undefined) this.response(200, "OK", phone, caller, { wait: again, sdp: true });
    this.#transaction++;
    this.request("ACK", caller, phone, { wait: 37 });
  }

  /** A request on its way through the proxy, or only its part from or to the proxy (null). */
  request(method: string, from: SamplePhone | null, to: SamplePhone | null, { wait = 0, sdp = false }: Details): void {
    this.#at += wait * 1000;
    if (method === "BYE") this.#transaction++;
    const isBack = from !== null && from !== this.#call.caller;
    const origin = from ?? this.#call.caller;
    const uri = this.#uriOf(isBack ? this.#call.caller : (to ?? this.#callee), method !== "BYE");
    const sequence = method === "BYE" ? 3 : this.#sequence;
    // What the proxy says on its own behalf.
    const isOwn = method === "CANCEL" || (method === "ACK" && !from);
    const head = (vias: readonly string[]) => [
      `${method} ${uri} SIP/2.0`,
      ...vias,
      ...this.#parties(isBack, method !== "INVITE" && method !== "CANCEL"),
      `CSeq: ${sequence} ${method}`,
      `Max-Forwards: ${71 - vias.length}`,
      ...(method === "INVITE" ? [this.#contact(origin)] : []),
      `User-Agent: ${from || !isOwn ? origin.agent : PROXY}`,
    ];
    const first = [this.#via(origin, sequence, method)];
    if (from) {
      this.#send(from.endpoint, listening, head(first), sdp ? origin : null);
      if (to) this.#at += 900;
    }
    if (to) {
      const own = this.#proxyVia(sequence, method);
      this.#send(sending, to.endpoint, head(isOwn ? [own] : [own, ...first]), sdp ? origin : null);
    }
  }

  /** The answer to the last request of its method, on the way back. */
  response(
    status: number,
    reason: string,
    from: SamplePhone | null,
    to: SamplePhone | null,
    { wait = 0, sdp = false, method = "INVITE" }: Details,
  ): void {
    this.#at += wait * 1000;
    const isBack = method === "BYE" && to !== null && to !== this.#call.caller;
    const origin = isBack ? (to ?? this.#callee) : this.#call.caller;
    const sequence = method === "BYE" ? 3 : this.#sequence;
    const head = (vias: readonly string[]) => [
      `SIP/2.0 ${status} ${reason}`,
      ...vias,
      ...this.#parties(isBack, status > 100),
      `CSeq: ${sequence} ${method}`,
      ...(from && sdp ? [this.#contact(from)] : []),
      from ? `User-Agent: ${from.agent}` : `Server: ${PROXY}`,
      ...(status === 407 ? [`Proxy-Authenticate: Digest realm="${origin.domain}", nonce="5f2c", qop="auth"`] : []),
    ];
    const first = this.#via(origin, sequence, method);
    if (from) {
      const own = this.#proxyVia(sequence, method);
      const vias = method === "CANCEL" ? [own] : [own, first];
      this.#send(from.endpoint, sending, head(vias), sdp ? from : null);
      if (to) this.#at += 700;
    }
    if (to) this.#send(listening, to.endpoint, head([first]), sdp ? from : null);
  }

  #send(source: Endpoint, target: Endpoint, head: readonly string[], media: SamplePhone | null): void {
    const body = media ? sdpOf(media) : "";
    const type = media ? ["Content-Type: application/sdp"] : [];
    const text = [...head, ...type, `Content-Length: ${body.length}`, "", body].join("\r\n");
    this.messages.push({ at: Math.round(this.#at), transport: "UDP", source, target, text });
  }

  #parties(isBack: boolean, isTagged: boolean): string[] {
    const { caller, callee, callId } = this.#call;
    const own = `<${this.#uriOf(caller, true)}>;tag=${caller.user}a1`;
    const other = `<${this.#uriOf(callee, true)}>${isTagged ? `;tag=${this.#callee.user}b${this.#sequence}` : ""}`;
    return [`From: ${isBack ? other : own}`, `To: ${isBack ? own : other}`, `Call-ID: ${callId}`];
  }

  #uriOf({ user, domain, endpoint }: SamplePhone, isPublic: boolean): string {
    return isPublic ? `sip:${user}@${domain}` : `sip:${user}@${formatEndpoint(endpoint)}`;
  }

  #contact(phone: SamplePhone): string {
    return `Contact: <${this.#uriOf(phone, false)}>`;
  }

  #via({ endpoint }: SamplePhone, sequence: number, method: string): string {
    return `Via: SIP/2.0/UDP ${formatEndpoint(endpoint)};branch=${this.#branch(sequence, method)};rport`;
  }

  #proxyVia(sequence: number, method: string): string {
    return `Via: SIP/2.0/UDP ${formatEndpoint(sending)};branch=${this.#branch(sequence, method)}.0`;
  }

  /** Transactions are told apart by it: ACK and CANCEL of a refused call have that of the INVITE. */
  #branch(sequence: number, method: string): string {
    const kind = method === "BYE" ? "b" : "i";
    return `z9hG4bK${this.#call.caller.user}${kind}${sequence}-${this.#transaction}`;
  }
}

function sdpOf({ endpoint, user }: SamplePhone): string {
  return [
    "v=0",
    `o=${user} 8001 8001 IN IP4 ${endpoint.address}`,
    "s=-",
    `c=IN IP4 ${endpoint.address}`,
    "t=0 0",
    "m=audio 16384 RTP/AVP 9 8 0 101",
    "a=rtpmap:9 G722/8000",
    "a=rtpmap:8 PCMA/8000",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:101 telephone-event/8000",
    "a=fmtp:101 0-16",
    "a=sendrecv",
    "",
  ].join("\r\n");
}
