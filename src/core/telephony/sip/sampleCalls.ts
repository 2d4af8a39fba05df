import { fillNames } from "../../schema/fillNames.ts";
import { type Captured, type Endpoint, formatEndpoint } from "./captured.ts";
import messages from "./sampleCalls.json" with { type: "json" };

export interface SamplePhone {
  readonly user: string;
  readonly domain: string;
  readonly endpoint: Endpoint;
  readonly agent: string;
}

interface Phones {
  readonly caller: SamplePhone;
  readonly callee: SamplePhone;
  /** The target of the forwarded call. */
  readonly third: SamplePhone;
}

export interface SampleCall extends Phones {
  readonly callId: string;
  /** Microseconds since 1970. */
  readonly start: number;
}

export type SampleKind = keyof typeof messages;
export const sampleKinds = Object.keys(messages) as SampleKind[];

interface SampleMessage {
  /** Microseconds since the previous one. */
  readonly after: number;
  readonly from: string;
  readonly to: string;
  /** The phone whose media are described. */
  readonly media?: string;
  readonly head: readonly string[];
}

/** A proxy that listens on one port and sends on another. */
const proxy: Readonly<Record<string, Endpoint>> = {
  listening: { address: "192.0.2.5", port: 5060 },
  sending: { address: "192.0.2.5", port: 5062 },
};

/** A call as it is seen at a proxy between phones: for demonstrations, tests and benchmarks. */
export function buildSampleCall(kind: SampleKind, { callId, start, ...phones }: SampleCall): readonly Captured[] {
  const names: Record<string, string> = { callId };
  const endpoints = { ...proxy };
  for (const [role, { user, domain, agent, endpoint }] of Object.entries(phones)) {
    endpoints[role] = endpoint;
    const values = { user, domain, agent, at: formatEndpoint(endpoint) };
    for (const [name, value] of Object.entries(values)) names[`${role}.${name}`] = value;
  }
  let time = start;
  return messages[kind].map(({ after, from, to, media, head }: SampleMessage) => {
    time += after;
    const body = media === undefined ? "" : sdpOf(phones[media as keyof Phones]);
    const lines = [
      ...head.map((line) => String(fillNames(line, (name) => names[name]))),
      ...(body === "" ? [] : ["Content-Type: application/sdp"]),
      `Content-Length: ${body.length}`,
    ];
    const [source, target] = [endpoints[from], endpoints[to]];
    if (!source || !target) throw new Error(`a sample call names ${from} and ${to}`);
    return { at: time, transport: "UDP", source, target, text: `${lines.join("\r\n")}\r\n\r\n${body}` };
  });
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
