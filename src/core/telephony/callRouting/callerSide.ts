import { compileUserPattern } from "../../values/userPattern.ts";
import { type CallingSide, type CallTrace, lineName, type Party, parseDigits, sideOf } from "./callTrace.ts";
import { type RecordName, recordName, type SubscriberLine } from "./data.ts";
import { decidedBy, isPreferenceOn, judgeList, preferenceText, textsOf } from "./numberLists.ts";
import { groupName, inboundName, judgeInbound, serverName } from "./peers.ts";
import type { Mismatch, Rejection } from "./steps.ts";
import { matchesWildcards } from "./wildcards.ts";

/** Finds the calling subscriber or peer. A rejection if the peer is refused. */
export function findSource(trace: CallTrace): CallingSide | Rejection {
  const { source = {} } = trace.question;
  const input = { caller: trace.caller.user, domain: trace.caller.domain };
  const unknown = (how: string): Rejection => {
    trace.add("source", how, { input });
    return "unknown_caller";
  };
  if (source.subscriberId) {
    const line = trace.lookup.line(source.subscriberId);
    return line ? found(trace, line, "subscriber") : unknown("no_subscriber");
  }
  if (source.groupId) return fromGroup(trace, source.groupId) ?? unknown("no_peer");
  if (source.address) return fromAddress(trace, source.address) ?? unknown("no_address");
  const line = lookUp(trace, trace.caller);
  return line ? found(trace, line.line, line.how) : unknown("none");
}

function found(
  trace: CallTrace,
  line: SubscriberLine,
  how: string,
  losses: readonly Mismatch[] = [],
  record?: RecordName,
): CallingSide {
  trace.add("source", how, {
    input: { caller: trace.caller.user, domain: trace.caller.domain },
    output: { subscriber: lineName(line).title },
    record: record ?? lineName(line),
    losses,
  });
  trace.caller = { user: trace.caller.user, domain: line.domain };
  return sideOf(line);
}

/** The subscriber of a number, else of an address. */
export function lookUp(
  trace: CallTrace,
  { user, domain }: Party,
): { readonly line: SubscriberLine; readonly how: string } | null {
  const digits = parseDigits(user);
  const byNumber = digits === null ? null : trace.lookup.lineByNumber(digits);
  if (byNumber && byNumber.status !== "terminated") return { line: byNumber, how: "number" };
  const byAddress = domain === null ? null : trace.lookup.lineByAddress(user, domain);
  return byAddress && byAddress.status !== "terminated" ? { line: byAddress, how: "address" } : null;
}

function fromGroup(trace: CallTrace, groupId: number): CallingSide | Rejection | null {
  const { groups, servers } = trace.lookup.peering();
  const group = groups.find(({ id }) => id === groupId);
  if (!group) return null;
  const server = servers.find(({ group_id, enabled }) => group_id === groupId && enabled) ?? null;
  trace.add("source", "peer", {
    input: { caller: trace.caller.user },
    output: { group: group.name, server: server?.name ?? null },
    record: groupName(group),
  });
  if (!server) return { line: null, server: null, name: groupName(group), preferences: {} };
  const { rule, losses } = judgeInbound(
    { groups: [group], servers: [server], rules: [], inbound: inboundOf(trace, groupId) },
    server.ip,
    inboundFields(trace),
  );
  return peerSide(trace, server, rule, losses);
}

function inboundOf(trace: CallTrace, groupId: number) {
  return trace.lookup.peering().inbound.filter(({ group_id }) => group_id === groupId);
}

function fromAddress(trace: CallTrace, address: string): CallingSide | Rejection | null {
  const uri = `sip:${trace.caller.user}@${trace.caller.domain ?? address}`;
  const losses: Mismatch[] = [];
  for (const trusted of trace.lookup.trustedSources(address)) {
    const record = recordName("trustedsources", trusted.id, trusted.src_ip, trusted.subscriber_id);
    const expression = trusted.from_pattern ? compileUserPattern(trusted.from_pattern) : null;
    if (trusted.from_pattern && !expression?.test(uri)) {
      losses.push({ record, reason: expression ? "no_match" : "pattern" });
      continue;
    }
    const line = trace.lookup.line(trusted.subscriber_id);
    if (line) return found(trace, line, "trusted_source", losses, record);
  }
  const judged = judgeInbound(trace.lookup.peering(), address, inboundFields(trace));
  if (!judged.server) return null;
  trace.add("source", "peer_address", {
    input: { caller: trace.caller.user, address },
    output: { group: judged.group?.name ?? null, server: judged.server.name },
    record: serverName(judged.server),
    losses,
  });
  return peerSide(trace, judged.server, judged.rule, judged.losses);
}

function peerSide(
  trace: CallTrace,
  server: NonNullable<CallingSide["server"]>,
  rule: ReturnType<typeof judgeInbound>["rule"],
  losses: readonly Mismatch[],
): CallingSide | Rejection {
  const isRejected = rule?.reject_code !== null && rule?.reject_code !== undefined;
  if (rule || losses.length > 0)
    trace.add("inbound_peer_rules", isRejected ? "rejected" : rule ? "matched" : "no_match", {
      input: { caller: trace.caller.user, callee: trace.callee.user },
      output: isRejected ? { code: rule.reject_code ?? null, reason: rule.reject_reason ?? null } : {},
      record: rule && inboundName(rule),
      ...(rule?.pattern ? { pattern: rule.pattern } : {}),
      losses,
    });
  if (isRejected) return "peer_rule";
  const preferences = trace.lookup.serverPreferences(server.id);
  return { line: null, server, name: serverName(server), preferences };
}

/** Fields that inbound rules match; P-Asserted-Identity is taken to be the caller. */
function inboundFields({ caller, callee }: CallTrace): Readonly<Record<string, string>> {
  const fields = (name: string, { user, domain }: Party) => ({
    [`${name}_user`]: user,
    [`${name}_domain`]: domain ?? "",
    [`${name}_uri`]: `sip:${user}${domain === null ? "" : `@${domain}`}`,
  });
  return { ...fields("from", caller), ...fields("pai", caller), ...fields("to", callee), ...fields("ruri", callee) };
}

/** Checks the number that the caller shows, and replaces it if it may not be shown. */
export function checkCallerNumber(trace: CallTrace, line: SubscriberLine): Rejection | null {
  rewriteUserNumber(trace, line);
  return (
    checkAllowedNumbers(trace, line) ??
    checkList(trace, line, "upn_block", "user_number_block", trace.caller.user) ??
    checkAnonymity(trace, line)
  );
}

function rewriteUserNumber(trace: CallTrace, line: SubscriberLine): void {
  for (const { id, new_cli, patterns } of line.userNumberRewrites) {
    const pattern = patterns.find((candidate) => compileUserPattern(candidate)?.test(trace.caller.user));
    if (pattern === undefined) continue;
    trace.add("user_number", "replaced", {
      input: { number: trace.caller.user },
      output: { number: new_cli },
      record: recordName("upnrewritesets", id, new_cli, line.id),
      pattern,
    });
    trace.caller = { ...trace.caller, user: new_cli };
    return;
  }
}

/** An empty list never matches; a number that is not allowed is replaced by the subscriber's own unless policy differs. */
function checkAllowedNumbers(trace: CallTrace, { preferences }: SubscriberLine): Rejection | null {
  const number = trace.caller.user;
  const allowed = textsOf(preferences.allowed_clis);
  const pattern = allowed.find((candidate) => matchesWildcards(candidate, number, { optional: true }));
  const step = { input: { number }, ...decidedBy(preferences, "allowed_clis") };
  if (pattern !== undefined) {
    trace.add("allowed_clis", "accepted", { ...step, output: { number }, pattern });
    return null;
  }
  const policy = preferenceText(preferences.allowed_clis_reject_policy);
  if (policy === "reject") {
    trace.add("allowed_clis", "rejected", { ...step, output: { policy } });
    return "user_number";
  }
  const ownNumber = preferenceText(preferences.user_cli) ?? preferenceText(preferences.cli);
  const replaced = policy === "override_by_clir" ? "anonymous" : policy === "override_by_usernpn" ? ownNumber : null;
  const user = replaced ?? number;
  trace.add("allowed_clis", user === number ? "kept" : "replaced", { ...step, output: { number: user, policy } });
  trace.caller = { ...trace.caller, user };
  return null;
}

function checkAnonymity(trace: CallTrace, { preferences }: SubscriberLine): Rejection | null {
  trace.isAnonymous = isPreferenceOn(preferences.clir) || /^anonymous$/i.test(trace.caller.user);
  if (!trace.isAnonymous) return null;
  trace.add("anonymity", "hidden", { input: { number: trace.caller.user }, ...decidedBy(preferences, "clir") });
  if (!isPreferenceOn(preferences.upn_block_clir)) return null;
  trace.add("user_number_block", "anonymous", decidedBy(preferences, "upn_block_clir"));
  return "user_number_block";
}

/** Judges by a list of a subscriber; a step if there is one. */
export function checkList(
  trace: CallTrace,
  { preferences }: SubscriberLine,
  name: string,
  kind: "user_number_block" | "block_out" | "block_in",
  number: string,
): Rejection | null {
  const judged = judgeList(preferences, name, [number]);
  if (!judged) return null;
  const { isRefused, preference, record, pattern, isAllowList } = judged;
  trace.add(kind, isRefused ? "refused" : "passed", {
    input: { number, mode: isAllowList ? "allow" : "block" },
    record,
    preference,
    ...(pattern === null ? {} : { pattern }),
  });
  return isRefused ? kind : null;
}

/** Recognises codes of emergency centres and turns them into their numbers. */
export function mapEmergency(trace: CallTrace, line: SubscriberLine): Rejection | null {
  const { preferences } = line;
  const [, marked] = /^emergency_(.+)$/.exec(trace.callee.user) ?? [];
  const code = marked ?? trace.callee.user;
  const name = preferenceText(preferences.emergency_mapping_container);
  const container = name ? trace.lookup.emergencyContainer(line.reseller_id, name) : null;
  const mapping = container?.mappings.find((candidate) => candidate.code === code);
  if (!mapping && marked === undefined) return null;
  trace.isEmergency = true;
  const input = { number: trace.callee.user };
  if (isPreferenceOn(preferences.reject_emergency)) {
    trace.add("emergency", "rejected", { input, ...decidedBy(preferences, "reject_emergency") });
    return "emergency";
  }
  const caller = preferenceText(preferences.emergency_cli) ?? trace.caller.user;
  const number = mapping ? `${mapping.prefix ?? ""}${code}${mapping.suffix ?? ""}` : trace.callee.user;
  trace.add("emergency", mapping ? "mapped" : "unmapped", {
    input,
    output: { number, caller },
    record: mapping ? recordName("emergencymappings", mapping.id, code, container?.id) : null,
  });
  trace.callee = { ...trace.callee, user: number };
  trace.caller = { ...trace.caller, user: caller };
  trace.isAnonymous = false;
  return null;
}

/** Whether the subscriber may call out at all, and this number. */
export function checkOutgoing(trace: CallTrace, line: SubscriberLine): Rejection | null {
  const { preferences } = line;
  if (isPreferenceOn(preferences.emergency_mode_enabled)) {
    const isAllowed = trace.isEmergency || isPreferenceOn(preferences.emergency_priorization);
    trace.add("emergency_mode", isAllowed ? "passed" : "refused", decidedBy(preferences, "emergency_mode_enabled"));
    if (!isAllowed) return "emergency_mode";
  }
  if (trace.isEmergency) return null;
  if (line.lock >= 2) {
    trace.add("lock", "refused", { input: { level: line.lock }, record: lineName(line) });
    return "lock";
  }
  const number = trace.callee.user;
  return (
    checkList(trace, line, "adm_block_out", "block_out", number) ??
    checkList(trace, line, "block_out", "block_out", number)
  );
}
