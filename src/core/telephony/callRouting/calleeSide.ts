import { answersItself, serviceOf } from "../callDestination.ts";
import { checkList } from "./callerSide.ts";
import { type CalleeState, type CallTrace, lineName } from "./callTrace.ts";
import {
  type CallForward,
  type ForwardDestination,
  type ForwardType,
  type RecordName,
  recordName,
  type SubscriberLine,
} from "./data.ts";
import { decidedBy, isInSet, isPreferenceOn, preferenceText, textsOf } from "./numberLists.ts";
import type { Mismatch, Rejection } from "./steps.ts";
import { isForwardTime } from "./times.ts";

/** The outcome of a call at a subscriber. */
export type Arrival =
  | { readonly is: "rejected"; readonly reason: Rejection }
  | { readonly is: "forwarded"; readonly to: Forwarded }
  | { readonly is: "answered"; readonly by: "subscriber" | "group" | "queue" };

/** Codes that always count as those to forward on. */
const FINAL_CODES = [600, 603, 604, 606];

/** A call at the subscriber it is for: what refuses it, forwards it, or rings. */
export function routeToSubscriber(trace: CallTrace, line: SubscriberLine, called: string): Arrival {
  const { preferences } = line;
  if (line.lock === 3 || line.lock === 4) {
    trace.add("lock", "callee_refused", { input: { level: line.lock }, record: lineName(line) });
    return { is: "rejected", reason: "callee_lock" };
  }
  const rejection = checkIncoming(trace, line);
  if (rejection) return { is: "rejected", reason: rejection };
  if (isPreferenceOn(preferences.dnd)) {
    trace.add("do_not_disturb", "refused", decidedBy(preferences, "dnd"));
    return { is: "rejected", reason: "do_not_disturb" };
  }
  const to = followForward(trace, line, "cfu", called);
  if (to) return { is: "forwarded", to };
  if (line.lock === 5) {
    trace.add("lock", "callee_refused", { input: { level: line.lock }, record: lineName(line) });
    return { is: "rejected", reason: "callee_lock" };
  }
  if (isPreferenceOn(preferences.cloud_pbx_callqueue)) return arriveAtQueue(trace, line, called);
  return (line.is_pbx_group ? arriveAtGroup : ring)(trace, line, called);
}

/** Block lists of administrators, then of the subscriber. */
function checkIncoming(trace: CallTrace, line: SubscriberLine): Rejection | null {
  const number = trace.caller.user;
  for (const prefix of ["adm_", ""]) {
    const clir = `${prefix}block_in_clir`;
    if (trace.isAnonymous && isPreferenceOn(line.preferences[clir])) {
      trace.add("block_in", "anonymous", decidedBy(line.preferences, clir));
      return "anonymous";
    }
    const rejection = checkList(trace, line, `${prefix}block_in`, "block_in", number);
    if (rejection) return rejection;
  }
  return null;
}

function arriveAtGroup(trace: CallTrace, line: SubscriberLine, called: string): Arrival {
  const policy = line.pbx_hunt_policy ?? "serial";
  const [first, ...next] = line.members;
  if (!first) {
    trace.add("group", "no_members", { input: { policy }, record: lineName(line) });
    return { is: "rejected", reason: "no_members" };
  }
  const losses = next.map((record): Mismatch => ({ record, reason: policy === "parallel" ? "together" : "next" }));
  trace.add("group", policy, {
    input: { number: called, policy, timeout: line.pbx_hunt_timeout ?? null },
    output: { members: line.members.length, first: policy === "random" ? null : first.title },
    record: lineName(line),
    losses,
  });
  return settle(trace, line, called, "group");
}

function arriveAtQueue(trace: CallTrace, line: SubscriberLine, called: string): Arrival {
  const { preferences } = line;
  const length = preferenceText(preferences.max_queue_length);
  const isFull = trace.calleeState === "busy";
  trace.add("queue", isFull ? "full" : "waits", {
    input: { number: called },
    output: { max_queue_length: length },
    record: preferences.cloud_pbx_callqueue?.from ?? lineName(line),
    preference: "cloud_pbx_callqueue",
  });
  if (!isFull) return { is: "answered", by: "queue" };
  const to = followForward(trace, line, "cfo", called);
  return to ? { is: "forwarded", to } : { is: "rejected", reason: "busy" };
}

const forwardOf: Readonly<Record<Exclude<CalleeState, "answers">, ForwardType>> = {
  busy: "cfb",
  no_answer: "cft",
  offline: "cfna",
  declined: "cfr",
};

function ring(trace: CallTrace, line: SubscriberLine, called: string): Arrival {
  const state = trace.calleeState ?? (line.isRegistered ? "answers" : "offline");
  trace.add("ring", state, {
    input: { number: called, caller: trace.shownCaller },
    output: { seconds: state === "no_answer" ? line.ringTimeout : null, registered: line.isRegistered ? 1 : 0 },
    record: lineName(line),
  });
  return settle(trace, line, called, "subscriber", state);
}

function settle(
  trace: CallTrace,
  line: SubscriberLine,
  called: string,
  by: "subscriber" | "group",
  state: CalleeState = trace.calleeState ?? "answers",
): Arrival {
  if (state === "answers") return { is: "answered", by };
  const to =
    state === "declined" && !isRerouted(trace, line) ? null : followForward(trace, line, forwardOf[state], called);
  return to ? { is: "forwarded", to } : { is: "rejected", reason: state };
}

/** Whether forwarding on response looks at the code. */
function isRerouted({ question }: CallTrace, { preferences }: SubscriberLine): boolean {
  const code = question.responseCode ?? 603;
  if (FINAL_CODES.includes(code)) return true;
  const isListed = textsOf(preferences.rerouting_codes).map(Number).includes(code);
  return isListed === ((preferenceText(preferences.rerouting_mode) ?? "whitelist") === "whitelist");
}

interface Forwarded {
  readonly destination: string;
  readonly service: string | null;
}

/**
 * Follows the first forward of a type that applies to its first destination; the next ones are tried after its timeout,
 * unless it answers by itself. Null: none applies, and a step says why if there is any.
 */
function followForward(trace: CallTrace, line: SubscriberLine, type: ForwardType, called: string): Forwarded | null {
  const forwards = line.forwards[type] ?? [];
  if (forwards.length === 0) return null;
  const losses: Mismatch[] = [];
  for (const [index, forward] of forwards.entries()) {
    const reason = lossOf(trace, line, forward, called);
    const destinations = sortByPriority(forward);
    const [first, ...next] = destinations;
    if (reason || !first) {
      losses.push({ record: nameOf(line, forward), reason: reason ?? "no_destinations" });
      continue;
    }
    const service = serviceOf(first.destination) ?? null;
    const isAnswered = answersItself(first.destination);
    trace.add("forward", type, {
      input: { number: called, caller: trace.shownCaller },
      output: { destination: first.destination, timeout: isAnswered ? null : (first.timeout ?? null) },
      record: nameOf(line, forward) ?? lineName(line),
      preference: type,
      losses: [
        ...next.map(
          ({ destination, timeout }): Mismatch => ({
            record: null,
            text: destination,
            ...(isAnswered
              ? { reason: "answered" }
              : { reason: "next", values: { seconds: first.timeout ?? 300, timeout: timeout ?? 300 } }),
          }),
        ),
        ...forwards.slice(index + 1).map((later): Mismatch => ({ record: nameOf(line, later), reason: "later" })),
        ...losses,
      ],
    });
    return { destination: first.destination, service };
  }
  trace.add("forward", "none", {
    input: { number: called, caller: trace.shownCaller },
    record: lineName(line),
    preference: type,
    losses,
  });
  return null;
}

function nameOf({ id: parentId }: SubscriberLine, { destinations }: CallForward): RecordName | null {
  return destinations && recordName("cfdestinationsets", destinations.id, destinations.name, parentId);
}

function sortByPriority({ destinations }: CallForward): ForwardDestination[] {
  return [...(destinations?.destinations ?? [])].sort((a, b) => (a.priority ?? 1) - (b.priority ?? 1));
}

function lossOf(
  { question, shownCaller }: CallTrace,
  { zone }: SubscriberLine,
  forward: CallForward,
  called: string,
): string | null {
  if (!forward.enabled) return "disabled";
  if (forward.times && !isForwardTime(forward.times.times, question.at, zone)) return "time";
  if (forward.sources && !isInSet(forward.sources, [shownCaller])) return "source";
  return forward.bnumbers && !isInSet(forward.bnumbers, [called]) ? "bnumber" : null;
}
