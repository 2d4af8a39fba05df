import { compileUserPattern } from "../../values/userPattern.ts";
import { priceCall } from "../rating/callPrice.ts";
import { callingLine } from "../rating/feeQuestion.ts";
import { type CallingSide, type CallTrace, lineName, parseDigits } from "./callTrace.ts";
import {
  type HeaderCondition,
  type HeaderRule,
  type HeaderSet,
  type NcosLevel,
  type NcosPattern,
  type PortedNumber,
  type PreferencesInForce,
  type RecordName,
  type RoutingLookup,
  recordName,
  type SubscriberLine,
} from "./data.ts";
import { decidedBy, isPreferenceOn, preferenceText, textsOf } from "./numberLists.ts";
import { groupName, type PeerCandidate, peerRuleName, serverName } from "./peers.ts";
import type { Mismatch, RoutedNumber } from "./steps.ts";
import { isWithin } from "./times.ts";
import { matchesWildcards } from "./wildcards.ts";

/** Judges by the levels in force, those of administrators first; on a forward those for forwarding. False: refused. */
export function checkNcos(trace: CallTrace, line: SubscriberLine, call: Omit<NcosCall, "caller" | "at">): boolean {
  const { at } = trace.question;
  for (const { level, preference } of levelsInForce(trace, line)) {
    const judged = judgeByLevel(level, { ...call, caller: line, at });
    trace.add("ncos", judged.isAllowed ? `${judged.outcome}_allowed` : `${judged.outcome}_refused`, {
      input: { number: call.number, level: level.level, mode: level.mode },
      record: judged.record ?? judged.level,
      ...(preference === null ? {} : { preference }),
      ...(judged.pattern === null ? {} : { pattern: judged.pattern }),
      losses: judged.losses,
    });
    if (!judged.isAllowed) return false;
  }
  return true;
}

/** Levels that judge a call, with the preference that names each; that of the question has none. */
function levelsInForce({ lookup, question, leg }: CallTrace, line: SubscriberLine) {
  const { ncosLevelId } = question;
  if (ncosLevelId !== null && ncosLevelId !== undefined) {
    const level = lookup.ncosLevel({ id: ncosLevelId });
    return level ? [{ level, preference: null }] : [];
  }
  const names =
    leg === 0
      ? ["adm_ncos", "adm_ncos_set", "ncos", "ncos_set"]
      : ["adm_cf_ncos", "adm_cf_ncos_set", "ncos", "ncos_set"];
  return names.flatMap((preference) => levelsOf(lookup, line, preference).map((level) => ({ level, preference })));
}

function levelsOf(
  lookup: RoutingLookup,
  { preferences, reseller_id }: SubscriberLine,
  preference: string,
): readonly NcosLevel[] {
  const name = preferenceText(preferences[preference]);
  if (name === null) return [];
  if (preference.endsWith("_set")) return lookup.ncosSet(reseller_id, name)?.levels ?? [];
  const level = lookup.ncosLevel({ resellerId: reseller_id, level: name });
  return level ? [level] : [];
}

/** The entry of the called number among ported ones, unless the side that calls does not look them up. */
export function portedOf(
  { lookup, isEmergency }: CallTrace,
  { preferences }: CallingSide,
  user: string,
): PortedNumber | null {
  const number = parseDigits(user);
  if (number === null || isEmergency || isPreferenceOn(preferences.skip_callee_lnp_lookup)) return null;
  return lookup.ported(number);
}

/** The number by which a ported number is routed. */
export function routeNumber(trace: CallTrace, side: CallingSide, ported: PortedNumber | null): RoutedNumber {
  const number = trace.callee.user;
  if (!ported) {
    const prefix = preferenceText(side.preferences.default_lnp_prefix);
    if (!prefix || parseDigits(number) === null || trace.isEmergency) return { number, rn: null };
    trace.add("ported", "default_prefix", {
      input: { number },
      output: { number: `${prefix}${number}` },
      ...decidedBy(side.preferences, "default_lnp_prefix"),
    });
    return { number: `${prefix}${number}`, rn: null };
  }
  const { carrier, routing_number } = ported;
  const routed = `${carrier.prefix}${routing_number || parseDigits(number)}`;
  const isInRn = isPreferenceOn(side.preferences.lnp_to_rn);
  trace.add("ported", isInRn ? "rn" : "routed", {
    input: { number },
    output: { number: isInRn ? number : routed, carrier: carrier.name, ...(isInRn ? { rn: routed } : {}) },
    record: recordName("lnpnumbers", ported.id, ported.number),
  });
  if (isInRn) return { number, rn: routed };
  if (carrier.skip_rewrite) return { number: routed, rn: null };
  const set = trace.rewriteSet(trace.question.callerRewriteSetId, side);
  return { number: set ? trace.rewrite("callee_lnp", routed, set, side) : routed, rn: null };
}

/** Servers that take a call, the first one chosen; null: none does. */
export function choosePeer(trace: CallTrace, number: string): PeerCandidate | null {
  const { at, zone, calleeGroupId } = trace.question;
  const domain = trace.callee.domain ?? trace.caller.domain ?? "";
  const callerUri = `sip:${trace.caller.user}@${trace.caller.domain ?? domain}`;
  const input = { number, caller_uri: callerUri, callee_uri: `sip:${number}@${domain}` };
  const { candidates, losses } = calleeGroupId
    ? trace.peers.serversOf(calleeGroupId)
    : trace.peers.choose({ number, callerUri, calleeUri: input.callee_uri, at, zone });
  const [chosen, ...next] = candidates;
  if (!chosen) {
    trace.add("peers", "none", { input, losses });
    return null;
  }
  const { server, group, rule } = chosen;
  trace.add("peers", calleeGroupId ? "forced" : "chosen", {
    input,
    output: {
      group: group.name,
      server: server.name,
      address: server.host || server.ip,
      port: server.port,
      share: chosen.share,
      prefix: rule?.callee_prefix ?? null,
    },
    record: rule ? peerRuleName(rule) : groupName(group),
    losses: [...next.map(nextLoss), ...losses],
  });
  return chosen;
}

function nextLoss({ server, group, share }: PeerCandidate): Mismatch {
  return { record: serverName(server), reason: "next", values: { group: group.name, share, priority: group.priority } };
}

/** Adds the effect of header rules: a step for each set with rules for the direction. */
export function addHeaders(trace: CallTrace, side: CallingSide, directions: readonly string[]): void {
  for (const set of headerSetsOf(trace, side)) {
    for (const direction of directions) {
      const { rules, losses } = headerWork(set, direction, side.preferences);
      for (const { rule, isCertain } of rules)
        trace.add("headers", isCertain ? "applied" : "conditional", {
          input: { set: set.name, direction },
          output: { actions: describeActions(rule) },
          record: headerRuleName(set, rule),
          losses,
        });
    }
  }
}

function headerSetsOf({ lookup }: CallTrace, { line, preferences }: CallingSide): HeaderSet[] {
  const name = preferenceText(preferences.header_rule_set);
  const sets = [line ? lookup.headerSet({ subscriberId: line.id }) : null, name ? lookup.headerSet({ name }) : null];
  return sets.filter((set) => set !== null);
}

/** Adds what the subscriber pays for the call, if the user may read its fees. */
export function addFee(trace: CallTrace, side: CallingSide, number: string, ported: PortedNumber | null): void {
  const { line } = side;
  const payable = line && trace.lookup.tariff(line.customer_id);
  if (!line || !payable) return;
  const { question, caller } = trace;
  const source = callingLine({ cli: caller.user, user: caller.user, isFromOutside: false });
  const { fee, price, losses } = priceCall(payable.tariff, {
    start: question.at,
    duration: question.duration ?? 60,
    direction: "out",
    source: { user: source, domain: caller.domain },
    destination: { user: number, domain: trace.callee.domain ?? caller.domain },
    ported: ported && { carrierId: ported.carrier.id, numberType: ported.type },
    freeTime: 0,
    vat: null,
  });
  const feeName = ({ id, destination }: { readonly id: number; readonly destination: string }) =>
    recordName("billingfees", id, destination, payable.profile.id);
  trace.add("fee", fee ? "priced" : "none", {
    input: { number, seconds: question.duration ?? 60, profile: payable.profile.title, payer: lineName(line).title },
    output: { net: price?.net ?? null, currency: payable.currency },
    record: fee ? feeName(fee) : payable.profile,
    ...(price ? { price } : {}),
    losses: losses.map(({ fee: other, reason }) => ({ record: feeName(other), reason })),
  });
}

/** The effect of a set on the headers of a call in a direction. */
interface HeaderWork {
  /** Rules in order: those that act, and those that act if the message meets their conditions. */
  readonly rules: readonly { readonly rule: HeaderRule; readonly isCertain: boolean }[];
  readonly losses: readonly Mismatch[];
}

/**
 * The rules of a set for a direction. Conditions on preferences are judged; those on headers and variables depend on the
 * message, and their rules are listed as possible.
 */
function headerWork(set: HeaderSet, direction: string, preferences: PreferencesInForce): HeaderWork {
  const rules: { rule: HeaderRule; isCertain: boolean }[] = [];
  const losses: Mismatch[] = [];
  let stopper: HeaderRule | null = null;
  const rulesOfDirection = set.rules.filter((rule) => rule.direction === direction);
  for (const rule of [...rulesOfDirection].sort((a, b) => a.priority - b.priority || a.id - b.id)) {
    const record = headerRuleName(set, rule);
    const judged = rule.conditions.filter(({ enabled }) => enabled).map((condition) => holds(condition, preferences));
    if (!rule.enabled) losses.push({ record, reason: "disabled" });
    else if (stopper) losses.push({ record, reason: "stopper", values: { rule: stopper.name } });
    else if (judged.includes(false)) losses.push({ record, reason: "condition" });
    else {
      const isCertain = !judged.includes(null);
      rules.push({ rule, isCertain });
      if (rule.stopper && isCertain) stopper = rule;
    }
  }
  return { rules, losses };
}

function headerRuleName({ id: parentId }: HeaderSet, { id, name }: HeaderRule): RecordName {
  return recordName("headerrules", id, name, parentId);
}

/** Null: only the message tells. */
function holds(condition: HeaderCondition, preferences: PreferencesInForce): boolean | null {
  if (condition.match_type !== "preference" || condition.value_type !== "input") return null;
  const values = textsOf(preferences[condition.match_name]);
  const isMet = condition.values.some((expected) =>
    values.some((value) => compare(condition.expression, value, expected)),
  );
  return isMet !== condition.expression_negation;
}

function compare(expression: string, value: string, expected: string): boolean {
  switch (expression) {
    case "contains":
      return value.includes(expected);
    case "matches":
      return matchesWildcards(expected, value);
    case "regexp":
      return compileUserPattern(expected)?.test(value) ?? false;
    default:
      return value === expected;
  }
}

/** `set From.username = 431`: the actions of a rule as a line. */
function describeActions({ actions }: HeaderRule): string {
  return [...actions]
    .filter(({ enabled }) => enabled)
    .sort((a, b) => a.priority - b.priority || a.id - b.id)
    .map(({ action_type, header, header_part, value, value_part }) => {
      const part = (name: string) => (name === "full" ? "" : `.${name}`);
      const target = `${action_type} ${header}${part(header_part)}`;
      return value ? `${target} = ${value}${part(value_part)}` : target;
    })
    .join("; ");
}

/** A call to be judged by levels. */
interface NcosCall {
  readonly caller: SubscriberLine;
  /** All digits, as rewritten. */
  readonly number: string;
  /** Whether caller and callee belong to one customer with a PBX. */
  readonly isIntraPbx: boolean;
  readonly ported: PortedNumber | null;
  readonly at: Date;
}

interface NcosJudgement {
  readonly isAllowed: boolean;
  readonly level: RecordName;
  /** `pattern`, `local_ac`, `carrier`: what matched; `none`: nothing did; otherwise why the level does not apply. */
  readonly outcome: "pattern" | "local_ac" | "carrier" | "none" | "time" | "intra_pbx";
  readonly record: RecordName | null;
  readonly pattern: string | null;
  readonly losses: readonly Mismatch[];
}

/** Judges a call by one level. Compares with patterns of users: limit the time. */
function judgeByLevel(level: NcosLevel, call: NcosCall): NcosJudgement {
  const name = recordName("ncoslevels", level.id, level.level);
  const judged = (
    outcome: NcosJudgement["outcome"],
    isAllowed: boolean,
    record: RecordName | null = null,
    pattern: string | null = null,
    losses: readonly Mismatch[] = [],
  ): NcosJudgement => ({ isAllowed, level: name, outcome, record, pattern, losses });
  if (level.time_set && isWithin(level.time_set, call.at, call.caller.zone) === level.time_set_invert)
    return judged("time", true, recordName("timesets", level.time_set.id, level.time_set.name));
  if (call.isIntraPbx && !level.intra_pbx) return judged("intra_pbx", true);
  const isWhitelist = level.mode === "whitelist";
  const { matched, losses } = firstMatch(level.patterns, call.number, "ncospatterns", level.id);
  if (matched) return judged("pattern", isWhitelist, matched, matched.title, losses);
  const carrier = level.carriers.find(({ carrier_id }) => carrier_id === call.ported?.carrier.id);
  if (carrier) {
    const carrierMatch = firstMatch(carrier.patterns, call.number, "ncoslnppatterns", carrier.id);
    const record = recordName("ncoslnpcarriers", carrier.id, call.ported?.carrier.name ?? "", level.id);
    // A carrier without patterns stands for all numbers ported to it.
    if (carrier.patterns.length === 0) return judged("carrier", isWhitelist, record, null, losses);
    if (carrierMatch.matched)
      return judged("carrier", isWhitelist, carrierMatch.matched, carrierMatch.matched.title, losses);
    losses.push(...carrierMatch.losses);
  }
  const local = level.local_ac ? localPrefix(call.caller) : null;
  if (local !== null && call.number.startsWith(local)) return judged("local_ac", isWhitelist, name, local, losses);
  return judged("none", !isWhitelist, null, null, losses);
}

/** The caller's country and area code. */
function localPrefix({ primary, preferences }: SubscriberLine): string | null {
  const [cc, ac] = [preferences.cc?.value ?? primary?.cc, preferences.ac?.value ?? primary?.ac];
  return cc && ac ? `${cc}${ac}` : null;
}

function firstMatch(patterns: readonly NcosPattern[], number: string, resource: string, parentId: number) {
  const losses: Mismatch[] = [];
  for (const { id, pattern } of patterns) {
    const record = recordName(resource, id, pattern, parentId);
    const expression = compileUserPattern(pattern);
    if (expression?.test(number)) return { matched: record, losses };
    losses.push({ record, reason: expression ? "no_match" : "pattern" });
  }
  return { matched: null, losses };
}
