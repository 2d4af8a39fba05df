import { type Captured, type Endpoint, formatEndpoint } from "./captured.ts";
import { headerValue, hostOf } from "./headers.ts";
import type { SipMessage } from "./message.ts";

/** A device or server, which may use several addresses and ports. */
export interface SipParty {
  /** `192.0.2.1:5060`, in the order in which they appear. */
  readonly endpoints: readonly string[];
  /** User-Agent or Server, as it names itself; empty: not known. */
  readonly agent: string;
}

interface ParsedMessage {
  readonly captured: Captured;
  readonly message: SipMessage;
}

interface Parties {
  readonly parties: readonly SipParty[];
  /** Index of the party with this endpoint, which must be one of a message's. */
  indexOf(endpoint: Endpoint): number;
}

/**
 * The parties of these messages, in order of appearance. Endpoints are one party
 * - if one receives a request that the other sends on: the branch that came in is the second Via of what goes out;
 * - if a party names another port of the same address: in the Via of its requests, or of responses to it, or in the
 *   Contact of a request that it makes itself.
 * Names of other addresses do not count: those behind address translation are used by many.
 */
export function toParties(messages: readonly ParsedMessage[]): Parties {
  const groups = new Groups();
  for (const { captured } of messages) {
    groups.add(formatEndpoint(captured.source));
    groups.add(formatEndpoint(captured.target));
  }
  const receivers = new Map<string, Set<string>>();
  for (const { captured, message } of messages) {
    if (message.kind !== "request") continue;
    const key = hopKey(message, 0);
    if (key === null) continue;
    receivers.set(key, (receivers.get(key) ?? new Set()).add(formatEndpoint(captured.target)));
  }
  const forwarding = new Set<string>();
  for (const { captured, message } of messages) {
    const [source, target] = [captured.source, captured.target];
    const [via] = message.vias;
    const owner = message.kind === "request" ? source : target;
    if (via) groups.joinPort(owner, via);
    if (message.kind !== "request") continue;
    const contact = message.vias.length === 1 && message.contact ? hostOf(message.contact.uri) : null;
    if (contact) groups.joinPort(source, contact);
    const before = receivers.get(hopKey(message, 1) ?? "");
    const [receiver] = before ?? [];
    // A request that was sent to several does not tell which of them sends it on.
    if (receiver === undefined || before?.size !== 1) continue;
    groups.join(receiver, formatEndpoint(source));
    forwarding.add(formatEndpoint(source));
  }
  return named(messages, groups, forwarding);
}

/** Key of a hop of the message, the topmost Via being 0; null: there is no such hop, or it has no branch. */
function hopKey({ vias, callId, sequence }: SipMessage, index: number): string | null {
  const via = vias[index];
  const branch = via?.parameters.get("branch");
  return via && branch ? JSON.stringify([branch, via.host, via.port, callId, sequence]) : null;
}

function named(messages: readonly ParsedMessage[], groups: Groups, forwarding: ReadonlySet<string>): Parties {
  const roots = [...new Set(groups.names.map((name) => groups.rootOf(name)))];
  const indices = new Map(roots.map((root, index) => [root, index]));
  const passing = new Set([...forwarding].map((name) => groups.rootOf(name)));
  const agents = new Map<string, string>();
  for (const { captured, message } of messages) {
    const root = groups.rootOf(formatEndpoint(captured.source));
    const isOwn = message.kind === "request" ? message.vias.length === 1 : !passing.has(root);
    const agent = headerValue(message.headers, "User-Agent") ?? headerValue(message.headers, "Server");
    if (isOwn && agent && !agents.has(root)) agents.set(root, agent);
  }
  const parties = roots.map((root) => ({
    endpoints: groups.names.filter((name) => groups.rootOf(name) === root),
    agent: agents.get(root) ?? "",
  }));
  return { parties, indexOf: (endpoint) => indices.get(groups.rootOf(formatEndpoint(endpoint))) ?? 0 };
}

/** Names that are put together; the first of a group stands for it. */
class Groups {
  /** In the order in which they were added. */
  readonly names: string[] = [];
  readonly #above = new Map<string, string>();

  add(name: string): void {
    if (this.#above.has(name)) return;
    this.#above.set(name, name);
    this.names.push(name);
  }

  rootOf(name: string): string {
    let root = name;
    for (let above = this.#above.get(root); above !== undefined && above !== root; above = this.#above.get(root))
      root = above;
    return root;
  }

  join(name: string, other: string): void {
    const [a, b] = [this.rootOf(name), this.rootOf(other)];
    if (a === b) return;
    const isFirst = this.names.indexOf(a) < this.names.indexOf(b);
    this.#above.set(isFirst ? b : a, isFirst ? a : b);
  }

  /** Joins a party with another port of its address, if messages come or go there. */
  joinPort({ address, port }: Endpoint, sentBy: { readonly host: string; readonly port: number }): void {
    if (sentBy.host !== address || sentBy.port === port) return;
    const other = formatEndpoint({ address, port: sentBy.port });
    if (this.#above.has(other)) this.join(formatEndpoint({ address, port }), other);
  }
}
