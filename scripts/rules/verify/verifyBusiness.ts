import { businessError } from "../../../src/core/businessRules.ts";
import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import { caseIdOf, placedRuleId } from "../../../src/core/rulebook/caseIds.ts";
import { businessBook } from "./book.ts";
import { businessStates } from "./businessStates.ts";
import { type Ending, endings } from "./endingStates.ts";
import { impliedStates } from "./impliedStates.ts";
import { describeErrors, type Outcome } from "./outcome.ts";
import type { Reply } from "./requests.ts";
import { type ApiTarget, resultOf } from "./target.ts";

type Build = (target: ApiTarget, isBroken: boolean) => Promise<Reply>;

/** One side of a rule about other records, in a state that verify builds. */
export interface StateCase {
  /** `customers/contact_id:terminated:refuses`, with a label if the rule has several states. */
  readonly id: string;
  readonly resource: string;
  readonly pointer: string;
  readonly rule: string;
  readonly side: "accepted" | "refused";
  /** The message of a refusal; absent: the record is in use. */
  readonly key?: string;
  readonly build: Build;
}

/** How to break the rule of an entry and how to keep it, in each state that verify builds; further ones have a label. */
function statesOf(entry: BusinessEntry): { readonly label: string; readonly build: Build }[] {
  const { rule, resource, pointer } = entry;
  const key = `${rule} ${resource} ${pointer}`;
  const own = Object.entries(businessStates).filter(([name]) => name === key || name.startsWith(`${key} `));
  const implied = impliedStates[rule];
  if (own.length === 0 && implied) {
    return [{ label: "", build: (target, isBroken) => implied(entry, target, isBroken) }];
  }
  return own.map(([name, state]) => ({
    label: name.slice(key.length + 1),
    build: ({ world, requests }, isBroken) => state(world, requests, isBroken),
  }));
}

/** Verify builds a state that breaks the rule of an entry. */
export const hasState = (entry: BusinessEntry): boolean => statesOf(entry).length > 0;

export const businessSides = ["accepted", "refused"] as const;

/** Both sides of the rules about other records, for a form and its preferences. */
export function stateCases(resource: string): StateCase[] {
  const booked = businessBook(resource).flatMap((entry) =>
    statesOf(entry).map((state) => ({ ...entry, ...state, key: businessError(entry.pointer, entry.rule).key })),
  );
  const ended = endings
    .filter((ending) => ending.resource === resource)
    .map(({ state, ...ending }) => {
      const build: Build = ({ world, requests }, isBroken) => state(world, requests, isBroken);
      return { ...ending, ...keyOf(ending), build };
    });
  return [...booked, ...ended].flatMap(({ label, ...one }) =>
    businessSides.map((side): StateCase => {
      const name = [side === "accepted" ? "accepts" : "refuses", label].filter(Boolean).join(" ");
      return { ...one, side, id: caseIdOf(placedRuleId(one), name) };
    }),
  );
}

function keyOf({ rule, pointer }: Pick<Ending, "rule" | "pointer">): Pick<StateCase, "key"> {
  if (rule === "inUse") return {};
  return { key: rule === "reference" ? "rules.reference" : businessError(pointer, rule).key };
}

/** Creates the state, then sends what the rule forbids or lets pass. */
export async function verifyState(target: ApiTarget, entry: StateCase): Promise<Outcome[]> {
  const { id, resource, pointer, rule, side, key, build } = entry;
  const reply = await build(target, side === "refused").catch(notBuilt);
  const { errors, failure, sent } = resultOf(reply);
  const isTold =
    key === undefined ? reply.status === IN_USE : errors.some((error) => error.key === key && isAt(error, pointer));
  const isAsSaid = side === "refused" ? isTold : reply.status < 300;
  return [
    {
      part: "api",
      id,
      resource,
      pointer,
      rule,
      name: `${resource} ${pointer} ${rule} ${side === "accepted" ? "accepts" : "refuses"}`,
      verdict: isAsSaid ? side : "discrepancy",
      value: "(a state of other records)",
      expected: side === "accepted" ? "accepted" : `refused: ${key ?? "in use"} at ${pointer}`,
      got: failure ?? describeErrors(errors),
      where: `/api/${resource}/`,
      sent,
    },
  ];
}

const IN_USE = 423;

/** A state that cannot be built proves nothing, and the others are still tried. */
function notBuilt(failure: unknown): Reply {
  const text = `the state was not built: ${failure instanceof Error ? failure.message : String(failure)}`;
  // As if the server had failed: neither accepted nor refused.
  return { status: 500, text, body: undefined };
}

/** The first entry represents all of a list, "" all preferences. */
function isAt(error: { readonly pointer: string }, pointer: string): boolean {
  return pointer === "" || error.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/0") === pointer;
}
