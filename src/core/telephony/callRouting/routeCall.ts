import { routeToSubscriber } from "./calleeSide.ts";
import { checkCallerNumber, checkOutgoing, findSource, lookUp, mapEmergency } from "./callerSide.ts";
import {
  type CallingSide,
  CallTrace,
  lineName,
  parseDigits,
  type RoutedCall,
  type RoutingQuestion,
  readParty,
  sideOf,
} from "./callTrace.ts";
import type { PortedNumber, RoutingLookup, SubscriberLine } from "./data.ts";
import { isPreferenceOn } from "./numberLists.ts";
import { addFee, addHeaders, checkNcos, choosePeer, portedOf, routeNumber } from "./outboundSide.ts";
import { serverName } from "./peers.ts";

/** Forwards that are followed. */
const MAX_LEGS = 10;

/** Traces a call from its source to its end. Compares with patterns of users: limit the time. */
export function routeCall(directory: RoutingLookup, question: RoutingQuestion): RoutedCall {
  const walk = new CallTrace(directory, question);
  const source = findSource(walk);
  if (typeof source === "string") return walk.reject(source);
  const set = walk.rewriteSet(question.callerRewriteSetId, source);
  const caller = walk.rewrite("caller_in", walk.caller.user, set, source);
  const callee = walk.rewrite("callee_in", walk.callee.user, set, source);
  walk.caller = { ...walk.caller, user: caller };
  walk.callee = { ...walk.callee, user: callee };
  const rejection = source.line ? leave(walk, source.line) : null;
  walk.numbers.caller_in = walk.shownCaller;
  walk.numbers.callee_in = walk.callee.user;
  if (rejection) return walk.reject(rejection);
  if (!source.line) walk.isAnonymous = /^anonymous$/i.test(walk.caller.user);
  addHeaders(walk, source, ["a_inbound"]);
  return follow(walk, source);
}

function leave(walk: CallTrace, line: SubscriberLine) {
  return checkCallerNumber(walk, line) ?? mapEmergency(walk, line) ?? checkOutgoing(walk, line);
}

/** Follows a call from leg to leg: `side` is the caller, then each subscriber that forwards it. */
function follow(walk: CallTrace, source: CallingSide): RoutedCall {
  const forwarded = new Set<number>();
  let side = source;
  for (;;) {
    const line = findCallee(walk, side);
    if (line === "unknown") return walk.reject("unknown_callee");
    if (side.line?.lock === 1 && !walk.isEmergency && line?.domain !== side.line.domain) {
      walk.add("lock", "foreign_refused", { input: { level: 1 }, record: lineName(side.line) });
      return walk.reject("lock");
    }
    const called = walk.callee.user;
    const ported = line && !isPreferenceOn(side.preferences.lnp_for_local_sub) ? null : portedOf(walk, side, called);
    if (side.line && !walk.isEmergency) {
      const isIntraPbx = side.line.isPbx && line?.customer_id === side.line.customer_id;
      if (!checkNcos(walk, side.line, { number: parseDigits(called) ?? called, isIntraPbx, ported }))
        return walk.reject("ncos");
    }
    if (!line || ported) return goOut(walk, side, ported);
    const arrival = routeToSubscriber(walk, line, called);
    if (arrival.is === "rejected") return walk.reject(arrival.reason);
    if (arrival.is === "answered") return goIn(walk, side, line, arrival.by);
    addFee(walk, side, called, null);
    if (arrival.to.service) {
      walk.add("service", arrival.to.service, {
        output: { destination: arrival.to.destination },
        record: lineName(line),
      });
      return walk.end("service");
    }
    if (forwarded.has(line.id)) return walk.reject("loop");
    forwarded.add(line.id);
    if (walk.leg >= MAX_LEGS) return walk.reject("too_many_steps");
    walk.leg += 1;
    const to = readParty(arrival.to.destination);
    // No rules of a caller rewrite it: peers get numbers without a plus.
    walk.callee = { ...to, user: parseDigits(to.user) ?? to.user };
    side = sideOf(line);
  }
}

/** The subscriber that is called; null: the call leaves. A number by its digits, an address, an extension of a PBX. */
function findCallee(walk: CallTrace, side: CallingSide): SubscriberLine | "unknown" | null {
  const { user, domain } = walk.callee;
  const input = { number: user, domain };
  if (walk.isEmergency || (walk.question.calleeGroupId && walk.leg === 0)) return null;
  const address = { user, domain: domain ?? walk.caller.domain };
  const extension =
    side.line?.isPbx && domain === null ? walk.directory.lineByExtension(side.line.customer_id, user) : null;
  const match = extension ? { line: extension, how: "extension" } : lookUp(walk, address);
  if (match) {
    const name = lineName(match.line);
    walk.add("callee", match.how, { input, output: { subscriber: name.title }, record: name });
    return match.line;
  }
  // A user name can only be one of ours at a domain that is ours.
  const isOurs = address.domain !== null && walk.directory.isServed(address.domain);
  const isUnknown = isOurs && parseDigits(user) === null;
  walk.add("callee", isUnknown ? "unknown" : "outside", { input });
  return isUnknown ? "unknown" : null;
}

function goIn(
  walk: CallTrace,
  side: CallingSide,
  line: SubscriberLine,
  by: "subscriber" | "group" | "queue",
): RoutedCall {
  const callee = sideOf(line);
  addHeaders(walk, side, walk.leg === 0 ? ["local"] : ["local", "cf_outbound"]);
  addHeaders(walk, callee, ["b_outbound"]);
  const number = walk.callee.user;
  rewriteOut(walk, callee, number);
  addFee(walk, side, number, null);
  return walk.end(by, null, lineName(line));
}

function goOut(walk: CallTrace, side: CallingSide, ported: PortedNumber | null): RoutedCall {
  const called = walk.callee.user;
  const { number } = routeNumber(walk, side, ported);
  const chosen = choosePeer(walk, number);
  if (!chosen) return walk.reject("no_peer");
  const { server } = chosen;
  const peer: CallingSide = {
    line: null,
    server,
    name: serverName(server),
    preferences: walk.directory.serverPreferences(server.id),
  };
  addHeaders(walk, side, walk.leg === 0 ? ["peer"] : ["peer", "cf_outbound"]);
  addHeaders(walk, peer, ["peer", "b_outbound"]);
  rewriteOut(walk, peer, number);
  addFee(walk, side, called, ported);
  return walk.end("peer", null, serverName(server));
}

function rewriteOut(walk: CallTrace, callee: CallingSide, number: string): void {
  const set = walk.rewriteSet(walk.question.calleeRewriteSetId, callee);
  const shown =
    walk.isAnonymous && !isPreferenceOn(callee.preferences.clir_override) ? walk.shownCaller : walk.caller.user;
  walk.numbers.caller_out = walk.rewrite("caller_out", shown, set, callee);
  walk.numbers.callee_out = walk.rewrite("callee_out", number, set, callee);
}
