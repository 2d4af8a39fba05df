import { priceCall } from "../rating/callPrice.ts";
import { callingLine } from "../rating/feeQuestion.ts";
import type { Directory, HeaderSet, Line, NcosLevel, PortedNumber, RecordName } from "./data.ts";
import { describeActions, headerRuleName, headerWork } from "./headers.ts";
import { judgeByLevel, type NcosCall } from "./ncos.ts";
import { isOn, textOf } from "./numberLists.ts";
import { groupName, type PeerCandidate, peerRuleName, serverName } from "./peers.ts";
import type { Loss, RoutedNumber } from "./steps.ts";
import { digitsOf, lineName, type Side, type Walk } from "./walk.ts";

/** Judges by the levels in force, those of administrators first; on a forward those for forwarding. False: refused. */
export function checkNcos(walk: Walk, line: Line, call: Omit<NcosCall, "caller" | "at">): boolean {
  const { at } = walk.question;
  for (const { level, preference } of levelsInForce(walk, line)) {
    const judged = judgeByLevel(level, { ...call, caller: line, at });
    walk.add("ncos", judged.isAllowed ? `${judged.outcome}_allowed` : `${judged.outcome}_refused`, {
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
function levelsInForce({ directory, question, leg }: Walk, line: Line) {
  const { ncosLevelId } = question;
  if (ncosLevelId !== null && ncosLevelId !== undefined) {
    const level = directory.ncosLevel({ id: ncosLevelId });
    return level ? [{ level, preference: null }] : [];
  }
  const names =
    leg === 0
      ? ["adm_ncos", "adm_ncos_set", "ncos", "ncos_set"]
      : ["adm_cf_ncos", "adm_cf_ncos_set", "ncos", "ncos_set"];
  return names.flatMap((preference) => levelsOf(directory, line, preference).map((level) => ({ level, preference })));
}

function levelsOf(directory: Directory, { preferences, reseller_id }: Line, preference: string): readonly NcosLevel[] {
  const name = textOf(preferences[preference]);
  if (name === null) return [];
  if (preference.endsWith("_set")) return directory.ncosSet(reseller_id, name)?.levels ?? [];
  const level = directory.ncosLevel({ resellerId: reseller_id, level: name });
  return level ? [level] : [];
}

/** The entry of the called number among ported ones, unless the side that calls does not look them up. */
export function portedOf({ directory, isEmergency }: Walk, { preferences }: Side, user: string): PortedNumber | null {
  const number = digitsOf(user);
  if (number === null || isEmergency || isOn(preferences.skip_callee_lnp_lookup)) return null;
  return directory.ported(number);
}

/** The number by which a ported number is routed. */
export function routeNumber(walk: Walk, side: Side, ported: PortedNumber | null): RoutedNumber {
  const number = walk.callee.user;
  if (!ported) {
    const prefix = textOf(side.preferences.default_lnp_prefix);
    if (!prefix || digitsOf(number) === null || walk.isEmergency) return { number, rn: null };
    walk.add("ported", "default_prefix", {
      input: { number },
      output: { number: `${prefix}${number}` },
      record: side.preferences.default_lnp_prefix?.from ?? null,
      preference: "default_lnp_prefix",
    });
    return { number: `${prefix}${number}`, rn: null };
  }
  const { carrier, routing_number } = ported;
  const routed = `${carrier.prefix}${routing_number || digitsOf(number)}`;
  const isInRn = isOn(side.preferences.lnp_to_rn);
  walk.add("ported", isInRn ? "rn" : "routed", {
    input: { number },
    output: { number: isInRn ? number : routed, carrier: carrier.name, ...(isInRn ? { rn: routed } : {}) },
    record: { resource: "lnpnumbers", id: ported.id, title: ported.number },
  });
  if (isInRn) return { number, rn: routed };
  if (carrier.skip_rewrite) return { number: routed, rn: null };
  const set = walk.rewriteSet(walk.question.callerRewriteSetId, side);
  return { number: set ? walk.rewrite("callee_lnp", routed, set, side) : routed, rn: null };
}

/** Servers that take a call, the first one chosen; null: none does. */
export function choosePeer(walk: Walk, number: string): PeerCandidate | null {
  const { at, zone, calleeGroupId } = walk.question;
  const domain = walk.callee.domain ?? walk.caller.domain ?? "";
  const callerUri = `sip:${walk.caller.user}@${walk.caller.domain ?? domain}`;
  const input = { number, caller_uri: callerUri, callee_uri: `sip:${number}@${domain}` };
  const { candidates, losses } = calleeGroupId
    ? walk.peers.serversOf(calleeGroupId)
    : walk.peers.choose({ number, callerUri, calleeUri: input.callee_uri, at, zone });
  const [chosen, ...next] = candidates;
  if (!chosen) {
    walk.add("peers", "none", { input, losses });
    return null;
  }
  const { server, group, rule } = chosen;
  walk.add("peers", calleeGroupId ? "forced" : "chosen", {
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

function nextLoss({ server, group, share }: PeerCandidate): Loss {
  return { record: serverName(server), reason: "next", values: { group: group.name, share, priority: group.priority } };
}

/** What header rules do: a step for each set with rules for the direction. */
export function addHeaders(walk: Walk, side: Side, directions: readonly string[]): void {
  for (const set of headerSetsOf(walk, side)) {
    for (const direction of directions) {
      const { rules, losses } = headerWork(set, direction, side.preferences);
      for (const { rule, isCertain } of rules)
        walk.add("headers", isCertain ? "applied" : "conditional", {
          input: { set: set.name, direction },
          output: { actions: describeActions(rule) },
          record: headerRuleName(set, rule),
          losses,
        });
    }
  }
}

function headerSetsOf({ directory }: Walk, { line, preferences }: Side): HeaderSet[] {
  const name = textOf(preferences.header_rule_set);
  const sets = [
    line ? directory.headerSet({ subscriberId: line.id }) : null,
    name ? directory.headerSet({ name }) : null,
  ];
  return sets.filter((set) => set !== null);
}

/** What the subscriber pays for the call, if its fees may be told. */
export function addFee(walk: Walk, side: Side, number: string, ported: PortedNumber | null): void {
  const { line } = side;
  const payable = line && walk.directory.tariff(line.customer_id);
  if (!line || !payable) return;
  const { question, caller } = walk;
  const source = callingLine({ cli: caller.user, user: caller.user, isFromOutside: false });
  const { fee, price, losses } = priceCall(payable.tariff, {
    start: question.at,
    duration: question.duration ?? 60,
    direction: "out",
    source: { user: source, domain: caller.domain },
    destination: { user: number, domain: walk.callee.domain ?? caller.domain },
    ported: ported && { carrierId: ported.carrier.id, numberType: ported.type },
    freeTime: 0,
    vat: null,
  });
  const feeName = (one: { readonly id: number; readonly destination: string }): RecordName => ({
    resource: "billingfees",
    id: one.id,
    title: one.destination,
    parentId: payable.profile.id,
  });
  walk.add("fee", fee ? "priced" : "none", {
    input: { number, seconds: question.duration ?? 60, profile: payable.profile.title, payer: lineName(line).title },
    output: { net: price?.net ?? null, currency: payable.currency },
    record: fee ? feeName(fee) : payable.profile,
    ...(price ? { price } : {}),
    losses: losses.map(({ fee: other, reason }) => ({ record: feeName(other), reason })),
  });
}
