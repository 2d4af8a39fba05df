import { businessError } from "../../../src/core/businessRules.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import { businessStates } from "./businessStates.ts";
import { impliedStates } from "./impliedStates.ts";
import { describeErrors, type Outcome } from "./outcome.ts";
import type { Reply } from "./requests.ts";
import { type ApiTarget, resultOf } from "./target.ts";

/** How to break the rule of an entry, if verify can. */
export function stateOf(entry: BusinessEntry): ((target: ApiTarget) => Promise<Reply>) | undefined {
  const { rule, resource, pointer } = entry;
  const own = businessStates[`${rule} ${resource} ${pointer}`];
  if (own) return ({ world, requests }) => own(world, requests);
  const implied = impliedStates[rule];
  return implied && ((target) => implied(entry, target));
}

/** Verifies a rule about other records: creates the state, then tries what the rule forbids. */
export async function verifyBusiness(target: ApiTarget, entry: BusinessEntry): Promise<Outcome[]> {
  const { rule, resource, pointer } = entry;
  const state = stateOf(entry);
  if (!state) return [];
  const { key } = businessError(pointer, rule);
  const { errors, failure } = resultOf(await state(target));
  const isRefused = failure === undefined && errors.some((error) => error.key === key && isAt(error, pointer));
  return [
    {
      part: "api",
      resource,
      pointer,
      rule,
      name: `${resource} ${pointer} ${rule} refuses`,
      verdict: isRefused ? "refused" : "discrepancy",
      value: "(a state of other records)",
      expected: `refused: ${key} at ${pointer}`,
      got: failure ?? describeErrors(errors),
      where: `/api/${resource}/`,
    },
  ];
}

/** The first entry represents all of a list, "" all preferences. */
function isAt(error: FieldError, pointer: string): boolean {
  return pointer === "" || error.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/0") === pointer;
}
