import type { BusinessEntry } from "../../../src/core/rulebook/businessBook.ts";
import { tells } from "../../../src/core/rulebook/cases.ts";
import { businessStates, stateKey } from "./businessStates.ts";
import { gotOf, type Outcome } from "./outcome.ts";
import { type ApiTarget, judgement } from "./target.ts";

/** A rule about other records: the state is made, and what the rule refuses is tried in it. */
export async function verifyBusiness({ requests, world }: ApiTarget, entry: BusinessEntry): Promise<Outcome[]> {
  const { rule, resource, pointer } = entry;
  const state = businessStates[stateKey(entry)];
  if (!state) return [];
  const key = `rules.business.${rule}`;
  const { errors, failure } = judgement(await state(world, requests));
  const isRefused = failure === undefined && tells(errors, { pointer, rule: "business", key });
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
      got: failure ?? gotOf(errors),
      where: `/api/${resource}/`,
    },
  ];
}
