import { answersItself, serviceOf } from "../callDestination.ts";
import type { Forward, ForwardDestination, ForwardType, Line, RecordName } from "./data.ts";
import { isInSet } from "./numberLists.ts";
import type { Loss } from "./steps.ts";
import { isForwardTime } from "./times.ts";
import { lineName, type Walk } from "./walk.ts";

/** Where a forwarded call goes. */
export interface Forwarded {
  readonly destination: string;
  readonly service: string | null;
}

/**
 * Follows the first forward of a type that applies to its first destination; the next ones are tried after its timeout,
 * unless it answers by itself. Null: none applies, and a step says why if there is any.
 */
export function followForward(walk: Walk, line: Line, type: ForwardType, called: string): Forwarded | null {
  const forwards = line.forwards[type] ?? [];
  if (forwards.length === 0) return null;
  const losses: Loss[] = [];
  for (const [index, forward] of forwards.entries()) {
    const reason = lossOf(walk, line, forward, called);
    const destinations = inOrder(forward);
    const [first, ...next] = destinations;
    if (reason || !first) {
      losses.push({ record: nameOf(line, forward), reason: reason ?? "no_destinations" });
      continue;
    }
    const service = serviceOf(first.destination) ?? null;
    const isAnswered = answersItself(first.destination);
    walk.add("forward", type, {
      input: { number: called, caller: walk.shownCaller },
      output: { destination: first.destination, timeout: isAnswered ? null : (first.timeout ?? null) },
      record: nameOf(line, forward) ?? lineName(line),
      preference: type,
      losses: [
        ...next.map(
          ({ destination, timeout }): Loss => ({
            record: null,
            text: destination,
            ...(isAnswered
              ? { reason: "answered" }
              : { reason: "next", values: { seconds: first.timeout ?? 300, timeout: timeout ?? 300 } }),
          }),
        ),
        ...forwards.slice(index + 1).map((later): Loss => ({ record: nameOf(line, later), reason: "later" })),
        ...losses,
      ],
    });
    return { destination: first.destination, service };
  }
  walk.add("forward", "none", {
    input: { number: called, caller: walk.shownCaller },
    record: lineName(line),
    preference: type,
    losses,
  });
  return null;
}

function nameOf({ id: parentId }: Line, { destinations }: Forward): RecordName | null {
  return destinations && { resource: "cfdestinationsets", id: destinations.id, title: destinations.name, parentId };
}

function inOrder({ destinations }: Forward): ForwardDestination[] {
  return [...(destinations?.destinations ?? [])].sort((a, b) => (a.priority ?? 1) - (b.priority ?? 1));
}

function lossOf({ question, shownCaller }: Walk, { zone }: Line, forward: Forward, called: string): string | null {
  if (!forward.enabled) return "disabled";
  if (forward.times && !isForwardTime(forward.times.times, question.at, zone)) return "time";
  if (forward.sources && !isInSet(forward.sources, [shownCaller])) return "source";
  return forward.bnumbers && !isInSet(forward.bnumbers, [called]) ? "bnumber" : null;
}
