import { type Captured, parseTransport } from "../../core/sip/captured.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

interface WireMessage {
  /** With microseconds, in UTC. */
  readonly timestamp: string;
  readonly transport: string;
  readonly src_ip: string;
  readonly src_port: number;
  readonly dst_ip: string;
  readonly dst_port: number;
  readonly payload: string;
}

/** The captured messages of a call. Rejects with an HttpError. */
export async function getMessages(callId: string, signal?: AbortSignal): Promise<readonly Captured[]> {
  const { body } = await send({ path: itemPath("sipcaptures", callId), signal });
  return (body as { messages: readonly WireMessage[] }).messages.map((message) => ({
    at: Date.parse(`${message.timestamp.slice(0, 19)}Z`) * 1000 + Number(message.timestamp.slice(20, 26)),
    transport: parseTransport(message.transport) ?? "UDP",
    source: { address: message.src_ip, port: message.src_port },
    target: { address: message.dst_ip, port: message.dst_port },
    text: message.payload,
  }));
}
