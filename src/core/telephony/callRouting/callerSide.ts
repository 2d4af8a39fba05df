import { compileUserPattern } from "../../values/userPattern.ts";
import { type CallingSide, type CallTrace, lineName, type Party, parseDigits, sideOf } from "./callTrace.ts";
import { type RecordName, recordName, type SubscriberLine } from "./data.ts";
import { decidedBy, isPreferenceOn, judgeList, preferenceText, textsOf } from "./numberLists.ts";
import { groupName, inboundName, judgeInbound, serverName } from "./peers.ts";
import type { Mismatch, Rejection } from "./steps.ts";
import { matchesWildcards } from "./wildcards.ts";

/** Finds the calling subscriber or peer. A rejection if the peer is refused. */
export function findSource(walk: CallTrace): CallingSide | Rejection {
  const { source = {} } = walk.question;
  const input = { caller: walk.caller.user, domain: walk.caller.domain };
  const unknown = (how: string): Rejection => {
    walk.add("source", how, { input });
    return "unknown_caller";
  };
  if (source.subscriberId) {
    const line = walk.directory.line(source.subscriberId);
    return line ? found(walk, line, "subscriber") : unknown("no_subscriber");
  }
  if (source.groupId) return fromGroup(walk, source.groupId) ?? unknown("no_peer");
  if (source.address) return fromAddress(walk, source.address) ?? unknown("no_address");
  const line = lookUp(walk, walk.caller);
  return line ? found(walk, line.line, line.how) : unknown("none");
}

function found(
  walk: CallTrace,
  line: SubscriberLine,
  how: string,
  losses: readonly Mismatch[] = [],
  record?: RecordName,
): CallingSide {
  walk.add("source", how, {
    input: { caller: walk.caller.user, domain: walk.caller.domain },
    output: { subscriber: lineName(line).title },
    record: record ?? lineName(line),
    losses,
  });
  walk.caller = { user: walk.caller.user, domain: line.domain };
  return sideOf(line);
}

/** The subscriber of a number, else of an address. */
export function lookUp(
  walk: CallTrace,
  { user, domain }: Party,
): { readonly line: SubscriberLine; readonly how: string } | null {
  const digits = parseDigits(user);
  const byNumber = digits === null ? null : walk.directory.lineByNumber(digits);
  if (byNumber && byNumber.status !== "terminated") return { line: byNumber, how: "number" };
  const byAddress = domain === null ? null : walk.directory.lineByAddress(user, domain);
  return byAddress && byAddress.status !== "terminated" ? { line: byAddress, how: "address" } : null;
}

function fromGroup(walk: CallTrace, groupId: number): CallingSide | Rejection | null {
  const { groups, servers } = walk.directory.peering();
  const group = groups.find(({ id }) => id === groupId);
  if (!group) return null;
  const server = servers.find(({ group_id, enabled }) => group_id === groupId && enabled) ?? null;
  walk.add("source", "peer", {
    input: { caller: walk.caller.user },
    output: { group: group.name, server: server?.name ?? null },
    record: groupName(group),
  });
  if (!server) return { line: null, server: null, name: groupName(group), preferences: {} };
  const { rule, losses } = judgeInbound(
    { groups: [group], servers: [server], rules: [], inbound: inboundOf(walk, groupId) },
    server.ip,
    inboundFields(walk),
  );
  return peerSide(walk, server, rule, losses);
}

function inboundOf(walk: CallTrace, groupId: number) {
  return walk.directory.peering().inbound.filter(({ group_id }) => group_id === groupId);
}

function fromAddress(walk: CallTrace, address: string): CallingSide | Rejection | null {
  const uri = `sip:${walk.caller.user}@${walk.caller.domain ?? address}`;
  const losses: Mismatch[] = [];
  for (const trusted of walk.directory.trustedSources(address)) {
    const record = recordName("trustedsources", trusted.id, trusted.src_ip, trusted.subscriber_id);
    const expression = trusted.from_pattern ? compileUserPattern(trusted.from_pattern) : null;
    if (trusted.from_pattern && !expression?.test(uri)) {
      losses.push({ record, reason: expression ? "no_match" : "pattern" });
      continue;
    }
    const line = walk.directory.line(trusted.subscriber_id);
    if (line) return found(walk, line, "trusted_source", losses, record);
  }
  const judged = judgeInbound(walk.directory.peering(), address, inboundFields(walk));
  if (!judged.server) return null;
  walk.add("source", "peer_address", {
    input: { caller: walk.caller.user, address },
    output: { group: judged.group?.name ?? null, server: judged.server.name },
    record: serverName(judged.server),
    losses,
  });
  return peerSide(walk, judged.server, judged.rule, judged.losses);
}

function peerSide(
  walk: CallTrace,
  server: NonNullable<CallingSide["server"]>,
  rule: ReturnType<typeof judgeInbound>["rule"],
  losses: readonly Mismatch[],
): CallingSide | Rejection {
  const isRejected = rule?.reject_code !== null && rule?.reject_code !== undefined;
  if (rule || losses.length > 0)
    walk.add("inbound_peer_rules", isRejected ? "rejected" : rule ? "matched" : "no_match", {
      input: { caller: walk.caller.user, callee: walk.callee.user },
      output: isRejected ? { code: rule.reject_code ?? null, reason: rule.reject_reason ?? null } : {},
      record: rule && inboundName(rule),
      ...(rule?.pattern ? { pattern: rule.pattern } : {}),
      losses,
    });
  if (isRejected) return "peer_rule";
  const preferences = walk.directory.serverPreferences(server.id);
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
export function checkCallerNumber(walk: CallTrace, line: SubscriberLine): Rejection | null {
  rewriteUserNumber(walk, line);
  return (
    checkAllowedNumbers(walk, line) ??
    checkList(walk, line, "upn_block", "user_number_block", walk.caller.user) ??
    checkAnonymity(walk, line)
  );
}

function rewriteUserNumber(walk: CallTrace, line: SubscriberLine): void {
  for (const { id, new_cli, patterns } of line.userNumberRewrites) {
    const pattern = patterns.find((candidate) => compileUserPattern(candidate)?.test(walk.caller.user));
    if (pattern === undefined) continue;
    walk.add("user_number", "replaced", {
      input: { number: walk.caller.user },
      output: { number: new_cli },
      record: recordName("upnrewritesets", id, new_cli, line.id),
      pattern,
    });
    walk.caller = { ...walk.caller, user: new_cli };
    return;
  }
}

/** An empty list never matches; a number that is not allowed is replaced by the subscriber's own unless policy differs. */
function checkAllowedNumbers(walk: CallTrace, { preferences }: SubscriberLine): Rejection | null {
  const number = walk.caller.user;
  const allowed = textsOf(preferences.allowed_clis);
  const pattern = allowed.find((candidate) => matchesWildcards(candidate, number, { optional: true }));
  const step = { input: { number }, ...decidedBy(preferences, "allowed_clis") };
  if (pattern !== undefined) {
    walk.add("allowed_clis", "accepted", { ...step, output: { number }, pattern });
    return null;
  }
  const policy = preferenceText(preferences.allowed_clis_reject_policy);
  if (policy === "reject") {
    walk.add("allowed_clis", "rejected", { ...step, output: { policy } });
    return "user_number";
  }
  const ownNumber = preferenceText(preferences.user_cli) ?? preferenceText(preferences.cli);
  const replaced = policy === "override_by_clir" ? "anonymous" : policy === "override_by_usernpn" ? ownNumber : null;
  const user = replaced ?? number;
  walk.add("allowed_clis", user === number ? "kept" : "replaced", { ...step, output: { number: user, policy } });
  walk.caller = { ...walk.caller, user };
  return null;
}

function checkAnonymity(walk: CallTrace, { preferences }: SubscriberLine): Rejection | null {
  walk.isAnonymous = isPreferenceOn(preferences.clir) || /^anonymous$/i.test(walk.caller.user);
  if (!walk.isAnonymous) return null;
  walk.add("anonymity", "hidden", { input: { number: walk.caller.user }, ...decidedBy(preferences, "clir") });
  if (!isPreferenceOn(preferences.upn_block_clir)) return null;
  walk.add("user_number_block", "anonymous", decidedBy(preferences, "upn_block_clir"));
  return "user_number_block";
}

/** Judges by a list of a subscriber; a step if there is one. */
export function checkList(
  walk: CallTrace,
  { preferences }: SubscriberLine,
  name: string,
  kind: "user_number_block" | "block_out" | "block_in",
  number: string,
): Rejection | null {
  const judged = judgeList(preferences, name, [number]);
  if (!judged) return null;
  const { isRefused, preference, record, pattern, isAllowList } = judged;
  walk.add(kind, isRefused ? "refused" : "passed", {
    input: { number, mode: isAllowList ? "allow" : "block" },
    record,
    preference,
    ...(pattern === null ? {} : { pattern }),
  });
  return isRefused ? kind : null;
}

/** Recognises codes of emergency centres and turns them into their numbers. */
export function mapEmergency(walk: CallTrace, line: SubscriberLine): Rejection | null {
  const { preferences } = line;
  const [, marked] = /^emergency_(.+)$/.exec(walk.callee.user) ?? [];
  const code = marked ?? walk.callee.user;
  const name = preferenceText(preferences.emergency_mapping_container);
  const container = name ? walk.directory.emergencyContainer(line.reseller_id, name) : null;
  const mapping = container?.mappings.find((candidate) => candidate.code === code);
  if (!mapping && marked === undefined) return null;
  walk.isEmergency = true;
  const input = { number: walk.callee.user };
  if (isPreferenceOn(preferences.reject_emergency)) {
    walk.add("emergency", "rejected", { input, ...decidedBy(preferences, "reject_emergency") });
    return "emergency";
  }
  const caller = preferenceText(preferences.emergency_cli) ?? walk.caller.user;
  const number = mapping ? `${mapping.prefix ?? ""}${code}${mapping.suffix ?? ""}` : walk.callee.user;
  walk.add("emergency", mapping ? "mapped" : "unmapped", {
    input,
    output: { number, caller },
    record: mapping ? recordName("emergencymappings", mapping.id, code, container?.id) : null,
  });
  walk.callee = { ...walk.callee, user: number };
  walk.caller = { ...walk.caller, user: caller };
  walk.isAnonymous = false;
  return null;
}

/** Whether the subscriber may call out at all, and this number. */
export function checkOutgoing(walk: CallTrace, line: SubscriberLine): Rejection | null {
  const { preferences } = line;
  if (isPreferenceOn(preferences.emergency_mode_enabled)) {
    const isAllowed = walk.isEmergency || isPreferenceOn(preferences.emergency_priorization);
    walk.add("emergency_mode", isAllowed ? "passed" : "refused", decidedBy(preferences, "emergency_mode_enabled"));
    if (!isAllowed) return "emergency_mode";
  }
  if (walk.isEmergency) return null;
  if (line.lock >= 2) {
    walk.add("lock", "refused", { input: { level: line.lock }, record: lineName(line) });
    return "lock";
  }
  const number = walk.callee.user;
  return (
    checkList(walk, line, "adm_block_out", "block_out", number) ??
    checkList(walk, line, "block_out", "block_out", number)
  );
}
