import { toNormal } from "../../validation/formats/call-destination.ts";
import {
  type PeeringServer,
  type PreferencesInForce,
  type RecordName,
  type RewriteSet,
  type RoutingLookup,
  recordName,
  type SubscriberLine,
} from "./data.ts";
import { preferenceText, textsOf } from "./numberLists.ts";
import { PeerTable } from "./peers.ts";
import { type RewriteRule, type RewriteWay, rewriteNumber, rulesFor, type Variables } from "./rewrite.ts";
import {
  type CallOutcome,
  listMismatches,
  type Mismatch,
  type Rejection,
  type RoutingStep,
  type StepKind,
} from "./steps.ts";

/** The source of a call: one of these, else the owner of the caller's number or address. */
export interface CallSource {
  readonly subscriberId?: number | null;
  /** A peering group; its first server is meant. */
  readonly groupId?: number | null;
  /** IP address, of a trusted source or a peer. */
  readonly address?: string | null;
}

/** The called subscriber's reaction; by default it answers if any device is registered. */
export const calleeStates = ["answers", "busy", "no_answer", "offline", "declined"] as const;
export type CalleeState = (typeof calleeStates)[number];

export interface RoutingQuestion {
  readonly caller: string;
  readonly callee: string;
  readonly source?: CallSource;
  /** Rewrite rule sets to use in place of those of the caller's and the callee's side. */
  readonly callerRewriteSetId?: number | null;
  readonly calleeRewriteSetId?: number | null;
  /** NCOS level that judges the call in place of the caller's own. */
  readonly ncosLevelId?: number | null;
  /** Peering group that the call is sent to, regardless of the callee. */
  readonly calleeGroupId?: number | null;
  readonly calleeState?: CalleeState | null;
  /** SIP response of a callee that declines. */
  readonly responseCode?: number | null;
  readonly at: Date;
  /** The platform's clock, on which the times of peering groups are read. */
  readonly zone: string;
  /** Seconds to price. */
  readonly duration?: number;
}

export interface Party {
  readonly user: string;
  readonly domain: string | null;
}

/** The side that a call comes from, on its first leg or on a forward. */
export interface CallingSide {
  readonly line: SubscriberLine | null;
  readonly server: PeeringServer | null;
  readonly name: RecordName | null;
  readonly preferences: PreferencesInForce;
}

export interface RoutedCall {
  readonly steps: readonly RoutingStep[];
  readonly ending: CallOutcome;
  /** Null unless the call is rejected. */
  readonly reason: Rejection | null;
  /** The end in a line that a later run can be compared with: `peer carrier-a 442079460113`, `rejected ncos`. */
  readonly outcome: string;
  /** Numbers as they came in, after inbound and after outbound rewriting. */
  readonly numbers: {
    readonly caller: string;
    readonly callee: string;
    readonly caller_in: string | null;
    readonly callee_in: string | null;
    readonly caller_out: string | null;
    readonly callee_out: string | null;
  };
}

/** A call as it is routed now, and as it would be with a change; null: no change was given. */
export interface ComparedCall {
  readonly now: RoutedCall;
  readonly changed: RoutedCall | null;
}

type NewStep = Partial<Omit<RoutingStep, "kind" | "outcome" | "others" | "more">> & {
  readonly losses?: readonly Mismatch[];
};

/** Peers by their data, as rules are compiled only once. */
const tables = new WeakMap<object, PeerTable>();

export class CallTrace {
  readonly steps: RoutingStep[] = [];
  leg = 0;
  caller: Party;
  callee: Party;
  isAnonymous = false;
  isEmergency = false;
  readonly numbers: { -readonly [Name in keyof RoutedCall["numbers"]]: RoutedCall["numbers"][Name] };

  constructor(
    readonly lookup: RoutingLookup,
    readonly question: RoutingQuestion,
  ) {
    this.caller = readParty(question.caller);
    this.callee = readParty(question.callee);
    this.numbers = {
      caller: this.caller.user,
      callee: this.callee.user,
      caller_in: null,
      callee_in: null,
      caller_out: null,
      callee_out: null,
    };
  }

  add(kind: StepKind, outcome: string, { losses = [], ...step }: NewStep = {}): void {
    this.steps.push({
      leg: this.leg,
      input: {},
      output: {},
      record: null,
      ...step,
      kind,
      outcome,
      ...listMismatches(losses),
    });
  }

  end(ending: CallOutcome, reason: Rejection | null = null, record: RecordName | null = null): RoutedCall {
    this.add("end", reason ?? ending, { record });
    const { callee_in, callee_out } = this.numbers;
    const parts = reason ? ["rejected", reason] : [ending, record?.title, callee_out ?? callee_in];
    const outcome = parts.filter((part) => part).join(" ");
    return { steps: this.steps, ending, reason, outcome, numbers: this.numbers };
  }

  reject(reason: Rejection): RoutedCall {
    return this.end("rejected", reason);
  }

  get peers(): PeerTable {
    const peering = this.lookup.peering();
    const cached = tables.get(peering);
    if (cached) return cached;
    const table = new PeerTable(peering);
    tables.set(peering, table);
    return table;
  }

  /** State of the first callee; those that a call is forwarded to answer if any device is registered. */
  get calleeState(): CalleeState | null {
    return this.leg === 0 ? (this.question.calleeState ?? null) : null;
  }

  /** The number as the callee sees it. */
  get shownCaller(): string {
    return this.isAnonymous ? "anonymous" : this.caller.user;
  }

  /** A number before and after the rules of a set; an empty result counts as unchanged. */
  rewrite(way: RewriteWay, number: string, set: RewriteSet | null, side: CallingSide): string {
    const input = { way, number };
    if (!set) {
      this.add("rewrite", "no_set", { input, output: { number } });
      return number;
    }
    const setName = recordName("rewriterulesets", set.id, set.name);
    const { output, rule, pattern, losses } = rewriteNumber(
      rulesFor(set.rules, way),
      number,
      variablesOf(side, this.lookup),
    );
    const result = output === "" ? number : output;
    this.add("rewrite", rule ? "rewritten" : "unchanged", {
      input: { ...input, set: set.name },
      output: { number: result },
      record: rule ? ruleName(rule, set.id) : setName,
      ...(pattern === null ? {} : { pattern }),
      losses: losses.map((loss) => ({ record: ruleName(loss.rule, set.id), reason: loss.reason })),
    });
    return result;
  }

  /** The set to use, or that of the side's preferences. */
  rewriteSet(id: number | null | undefined, { preferences }: CallingSide): RewriteSet | null {
    if (id !== null && id !== undefined) return this.lookup.rewriteSet({ id });
    const name = preferenceText(preferences.rewrite_rule_set);
    return name ? this.lookup.rewriteSet({ name }) : null;
  }
}

function ruleName(rule: RewriteRule, parentId: number): RecordName {
  return recordName("rewriterules", rule.id, rule.description || rule.match_pattern, parentId);
}

/** The values of variables in rewrite rules: preferences of the side, its codes, and the numbers of its customer. */
export function variablesOf(
  { line, preferences }: CallingSide,
  lookup: Pick<RoutingLookup, "customerNumbers">,
): Variables {
  return (name) => {
    if (name === "cloud_pbx_account_cli_list") return line ? lookup.customerNumbers(line.customer_id) : [];
    const values = textsOf(preferences[name]);
    if (values.length > 0) return values;
    if ((name === "cc" || name === "ac") && line?.primary) return [line.primary[name]];
    return [];
  };
}

export function lineName({ id, username, domain }: SubscriberLine): RecordName {
  return recordName("subscribers", id, `${username}@${domain}`);
}

export function sideOf(line: SubscriberLine): CallingSide {
  return { line, server: null, name: lineName(line), preferences: line.preferences };
}

/** `431`, `sip:431@example.org` or `tel:+43-1-431;ext=2`. */
export function readParty(text: string): Party {
  const compact = text.replace(/\s/g, "");
  const bare = (/^(?:sips?|tel):/i.test(compact) ? toNormal(compact) : compact).replace(/^sips?:|^tel:|;[^@]*$/g, "");
  const at = bare.lastIndexOf("@");
  if (at < 0) return { user: bare, domain: null };
  return { user: bare.slice(0, at), domain: bare.slice(at + 1).replace(/:\d+$/, "") || null };
}

/** All digits of a number, without a plus. */
export function parseDigits(user: string): string | null {
  return /^\+?(\d+)$/.exec(user)?.[1] ?? null;
}
