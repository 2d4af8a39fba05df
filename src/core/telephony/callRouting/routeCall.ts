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
export function routeCall(lookup: RoutingLookup, question: RoutingQuestion): RoutedCall {
  const trace = new CallTrace(lookup, question);
  const source = findSource(trace);
  if (typeof source === "string") return trace.reject(source);
  const set = trace.rewriteSet(question.callerRewriteSetId, source);
  const caller = trace.rewrite("caller_in", trace.caller.user, set, source);
  const callee = trace.rewrite("callee_in", trace.callee.user, set, source);
  trace.caller = { ...trace.caller, user: caller };
  trace.callee = { ...trace.callee, user: callee };
  const rejection = source.line ? leave(trace, source.line) : null;
  trace.numbers.caller_in = trace.shownCaller;
  trace.numbers.callee_in = trace.callee.user;
  if (rejection) return trace.reject(rejection);
  if (!source.line) trace.isAnonymous = /^anonymous$/i.test(trace.caller.user);
  addHeaders(trace, source, ["a_inbound"]);
  return follow(trace, source);
}

function leave(trace: CallTrace, line: SubscriberLine) {
  return checkCallerNumber(trace, line) ?? mapEmergency(trace, line) ?? checkOutgoing(trace, line);
}

/** Follows a call from leg to leg: `side` is the caller, then each subscriber that forwards it. */
function follow(trace: CallTrace, source: CallingSide): RoutedCall {
  const forwarded = new Set<number>();
  let side = source;
  for (;;) {
    const line = findCallee(trace, side);
    if (line === "unknown") return trace.reject("unknown_callee");
    if (side.line?.lock === 1 && !trace.isEmergency && line?.domain !== side.line.domain) {
      trace.add("lock", "foreign_refused", { input: { level: 1 }, record: lineName(side.line) });
      return trace.reject("lock");
    }
    const called = trace.callee.user;
    const ported = line && !isPreferenceOn(side.preferences.lnp_for_local_sub) ? null : portedOf(trace, side, called);
    if (side.line && !trace.isEmergency) {
      const isIntraPbx = side.line.isPbx && line?.customer_id === side.line.customer_id;
      if (!checkNcos(trace, side.line, { number: parseDigits(called) ?? called, isIntraPbx, ported }))
        return trace.reject("ncos");
    }
    if (!line || ported) return goOut(trace, side, ported);
    const arrival = routeToSubscriber(trace, line, called);
    if (arrival.is === "rejected") return trace.reject(arrival.reason);
    if (arrival.is === "answered") return goIn(trace, side, line, arrival.by);
    addFee(trace, side, called, null);
    if (arrival.to.service) {
      trace.add("service", arrival.to.service, {
        output: { destination: arrival.to.destination },
        record: lineName(line),
      });
      return trace.end("service");
    }
    if (forwarded.has(line.id)) return trace.reject("loop");
    forwarded.add(line.id);
    if (trace.leg >= MAX_LEGS) return trace.reject("too_many_steps");
    trace.leg += 1;
    const to = readParty(arrival.to.destination);
    // No rules of a caller rewrite it: peers get numbers without a plus.
    trace.callee = { ...to, user: parseDigits(to.user) ?? to.user };
    side = sideOf(line);
  }
}

/** The subscriber that is called; null: the call leaves. A number by its digits, an address, an extension of a PBX. */
function findCallee(trace: CallTrace, side: CallingSide): SubscriberLine | "unknown" | null {
  const { user, domain } = trace.callee;
  const input = { number: user, domain };
  if (trace.isEmergency || (trace.question.calleeGroupId && trace.leg === 0)) return null;
  const address = { user, domain: domain ?? trace.caller.domain };
  const extension =
    side.line?.isPbx && domain === null ? trace.lookup.lineByExtension(side.line.customer_id, user) : null;
  const match = extension ? { line: extension, how: "extension" } : lookUp(trace, address);
  if (match) {
    const name = lineName(match.line);
    trace.add("callee", match.how, { input, output: { subscriber: name.title }, record: name });
    return match.line;
  }
  // A user name can only be one of ours at a domain that is ours.
  const isOurs = address.domain !== null && trace.lookup.isServed(address.domain);
  const isUnknown = isOurs && parseDigits(user) === null;
  trace.add("callee", isUnknown ? "unknown" : "outside", { input });
  return isUnknown ? "unknown" : null;
}

function goIn(
  trace: CallTrace,
  side: CallingSide,
  line: SubscriberLine,
  by: "subscriber" | "group" | "queue",
): RoutedCall {
  const callee = sideOf(line);
  addHeaders(trace, side, trace.leg === 0 ? ["local"] : ["local", "cf_outbound"]);
  addHeaders(trace, callee, ["b_outbound"]);
  const number = trace.callee.user;
  rewriteOut(trace, callee, number);
  addFee(trace, side, number, null);
  return trace.end(by, null, lineName(line));
}

function goOut(trace: CallTrace, side: CallingSide, ported: PortedNumber | null): RoutedCall {
  const called = trace.callee.user;
  const { number } = routeNumber(trace, side, ported);
  const chosen = choosePeer(trace, number);
  if (!chosen) return trace.reject("no_peer");
  const { server } = chosen;
  const peer: CallingSide = {
    line: null,
    server,
    name: serverName(server),
    preferences: trace.lookup.serverPreferences(server.id),
  };
  addHeaders(trace, side, trace.leg === 0 ? ["peer"] : ["peer", "cf_outbound"]);
  addHeaders(trace, peer, ["peer", "b_outbound"]);
  rewriteOut(trace, peer, number);
  addFee(trace, side, called, ported);
  return trace.end("peer", null, serverName(server));
}

function rewriteOut(trace: CallTrace, callee: CallingSide, number: string): void {
  const set = trace.rewriteSet(trace.question.calleeRewriteSetId, callee);
  const shown =
    trace.isAnonymous && !isPreferenceOn(callee.preferences.clir_override) ? trace.shownCaller : trace.caller.user;
  trace.numbers.caller_out = trace.rewrite("caller_out", shown, set, callee);
  trace.numbers.callee_out = trace.rewrite("callee_out", number, set, callee);
}
