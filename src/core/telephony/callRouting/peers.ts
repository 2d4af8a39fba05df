import { groupBy } from "../../values/groupBy.ts";
import { compileUserPattern } from "../../values/userPattern.ts";
import {
  type InboundRule,
  type Peering,
  type PeeringGroup,
  type PeeringRule,
  type PeeringServer,
  recordName,
} from "./data.ts";
import type { Mismatch } from "./steps.ts";
import { isWithin } from "./times.ts";

export interface PeerQuestion {
  readonly number: string;
  /** `sip:user@domain`. */
  readonly callerUri: string;
  readonly calleeUri: string;
  readonly at: Date;
  readonly zone: string;
}

/** A server that takes the call, in the order in which servers are tried. */
export interface PeerCandidate {
  /** Null: the group was given. */
  readonly rule: PeeringRule | null;
  readonly group: PeeringGroup;
  readonly server: PeeringServer;
  /** Percent of the group's calls that try it first. */
  readonly share: number;
}

export interface PeerChoice {
  readonly candidates: readonly PeerCandidate[];
  readonly losses: readonly Mismatch[];
}

export const groupName = ({ id, name }: PeeringGroup) => recordName("peeringgroups", id, name);
export const serverName = ({ id, name, group_id }: PeeringServer) => recordName("peeringservers", id, name, group_id);
export const inboundName = ({ id, pattern, group_id }: InboundRule) =>
  recordName("peeringinboundrules", id, pattern ?? "", group_id);
export const peerRuleName = ({ id, group_id, description, callee_prefix, callee_pattern }: PeeringRule) =>
  recordName("peeringrules", id, description || callee_prefix || callee_pattern || `#${id}`, group_id);

/**
 * Peering groups and servers, indexed so that a call is compared with few rules. The longest prefix of a group's rules
 * comes first, then the group's priority, then the lowest id; within a group servers come by weight.
 */
export class PeerTable {
  readonly #rules: ReadonlyMap<string, readonly PeeringRule[]>;
  readonly #lengths: readonly number[];
  readonly #groups: ReadonlyMap<number, PeeringGroup>;
  readonly #servers: ReadonlyMap<number, readonly PeeringServer[]>;

  constructor(readonly peering: Peering) {
    this.#groups = new Map(peering.groups.map((group) => [group.id, group]));
    this.#rules = groupBy(peering.rules, ({ callee_prefix }) => callee_prefix ?? "");
    this.#servers = groupBy(peering.servers, ({ group_id }) => group_id);
    this.#lengths = [...new Set([...this.#rules.keys()].map((key) => key.length))].sort((a, b) => b - a);
  }

  /** Compares with patterns of users: limit the time. */
  choose(question: PeerQuestion): PeerChoice {
    const matching: PeeringRule[] = [];
    const losses: Mismatch[] = [];
    for (const length of this.#lengths) {
      if (length > question.number.length) continue;
      for (const rule of this.#rules.get(question.number.slice(0, length)) ?? []) {
        const reason = lossOf(rule, question);
        if (reason === null) matching.push(rule);
        else losses.push({ record: peerRuleName(rule), reason });
      }
    }
    const ordered = matching.sort(
      (a, b) =>
        (b.callee_prefix ?? "").length - (a.callee_prefix ?? "").length ||
        (this.#groups.get(a.group_id)?.priority ?? 0) - (this.#groups.get(b.group_id)?.priority ?? 0) ||
        a.id - b.id,
    );
    const choice = this.#candidatesOf(ordered, question);
    const otherCount = this.peering.rules.length - matching.length - losses.length;
    const none = otherCount > 0 ? [{ record: null, reason: "prefix", values: { smart_count: otherCount } }] : [];
    return { candidates: choice.candidates, losses: [...choice.losses, ...losses, ...none] };
  }

  /** The servers of a group that is given, whatever its rules. */
  serversOf(groupId: number): PeerChoice {
    const group = this.#groups.get(groupId);
    return group ? this.#serversOf(group, null) : { candidates: [], losses: [] };
  }

  #candidatesOf(rules: readonly PeeringRule[], { at, zone }: PeerQuestion): PeerChoice {
    const candidates: PeerCandidate[] = [];
    const losses: Mismatch[] = [];
    const visitedGroups = new Set<number>();
    let stopped: PeeringRule | null = null;
    for (const rule of rules) {
      const group = this.#groups.get(rule.group_id);
      if (!group) continue;
      if (stopped)
        losses.push({ record: peerRuleName(rule), reason: "stopper", values: { rule: peerRuleName(stopped).title } });
      else if (visitedGroups.has(group.id)) losses.push({ record: peerRuleName(rule), reason: "same_group" });
      else if (group.time_set && !isWithin(group.time_set, at, zone))
        losses.push({ record: groupName(group), reason: "time", values: { name: group.time_set.name } });
      else {
        const choice = this.#serversOf(group, rule);
        candidates.push(...choice.candidates);
        losses.push(...choice.losses);
        if (rule.stopper) stopped = rule;
      }
      visitedGroups.add(rule.group_id);
    }
    return { candidates, losses };
  }

  #serversOf(group: PeeringGroup, rule: PeeringRule | null): PeerChoice {
    const servers = this.#servers.get(group.id) ?? [];
    const enabled = byWeight(servers.filter((server) => server.enabled));
    const total = enabled.reduce((sum, { weight }) => sum + weight, 0);
    const off = servers.filter((server) => !server.enabled);
    return {
      candidates: enabled.map((server) => ({ rule, group, server, share: Math.round((server.weight / total) * 100) })),
      losses: [
        ...(enabled.length === 0 ? [{ record: groupName(group), reason: "no_servers" }] : []),
        ...off.map((server) => ({ record: serverName(server), reason: "disabled" })),
      ],
    };
  }
}

function lossOf(rule: PeeringRule, { callerUri, calleeUri }: PeerQuestion): string | null {
  if (!rule.enabled) return "disabled";
  for (const [text, uri, reason] of [
    [rule.callee_pattern, calleeUri, "callee_pattern"],
    [rule.caller_pattern, callerUri, "caller_pattern"],
  ] as const) {
    if (!text) continue;
    const expression = compileUserPattern(text);
    if (!expression) return "pattern";
    if (!expression.test(uri)) return reason;
  }
  return null;
}

/** The heaviest first, as most calls go there; of equal ones the lowest id. */
function byWeight(servers: readonly PeeringServer[]): PeeringServer[] {
  return [...servers].sort((a, b) => b.weight - a.weight || a.id - b.id);
}

/**
 * Finds the peer that a call from an IP address comes from. Groups with this server are told apart by inbound rules: by
 * priority, the first that matches decides, and one with a reject code refuses the call. Without a match the first
 * server counts. `fields`: what the peer sends, without a prefix of the scheme.
 */
export function judgeInbound(peering: Peering, address: string, fields: Readonly<Record<string, string>>) {
  const servers = peering.servers.filter(({ enabled, ip }) => enabled && ip === address);
  const groups = new Set(servers.map(({ group_id }) => group_id));
  const rules = peering.inbound
    .filter(({ group_id }) => groups.has(group_id))
    .sort((a, b) => a.priority - b.priority || a.id - b.id);
  const losses: Mismatch[] = [];
  const groupOf = (id?: number) => peering.groups.find((group) => group.id === id) ?? null;
  for (const rule of rules) {
    const record = inboundName(rule);
    const expression = compileUserPattern(rule.pattern ?? "");
    if (!rule.enabled) losses.push({ record, reason: "disabled" });
    else if (!expression) losses.push({ record, reason: "pattern" });
    else if (!expression.test(fields[rule.field] ?? "")) losses.push({ record, reason: "no_match" });
    else {
      const server = servers.find(({ group_id }) => group_id === rule.group_id) ?? null;
      return { group: groupOf(rule.group_id), server, rule, losses };
    }
  }
  const [server = null] = servers;
  return { group: groupOf(server?.group_id), server, rule: null, losses };
}
