import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { ApiPart } from "../verify/apiPart.ts";
import { allCases, moduleOf } from "../verify/book.ts";
import { verifyMade } from "../verify/madeRecords.ts";
import { idOf, type Outcome } from "../verify/outcome.ts";
import type { ApiTarget } from "../verify/target.ts";
import { discrepanciesIn } from "../verify/totals.ts";
import { isSendable, verifyValidator } from "../verify/verify.ts";
import { stateCases, verifyState } from "../verify/verifyBusiness.ts";
import type { Ground, Planted } from "./ground.ts";
import type { Mutant } from "./mutant.ts";
import { plantedModules, skipCheck } from "./plant.ts";
import { Spoilt } from "./spoilt.ts";

/** Made records of a form that a fault has to get past. */
const MADE = 40;

/** What verify says of a fault. */
export type Found =
  | {
      readonly by: "validator" | "api" | "made" | "state" | "right" | "start" | "time";
      readonly how: string;
      readonly outcome?: Outcome;
    }
  | undefined;

/** Runs verify against a fault until something gives it away. */
export async function tryMutant(mutant: Mutant, ground: Ground): Promise<Found> {
  const { fault, resource } = mutant;
  const cases = nearFirst(allCases([resource]), mutant);
  const modules = plantedModules(fault);
  if (fault.descriptors) {
    for (const entry of cases) {
      const [found] = discrepanciesIn(verifyValidator(entry, modules[resource]));
      if (found) return { by: "validator", how: found.name, outcome: found };
    }
  }
  const putBack = fault.skipped && skipCheck(resource, fault.skipped);
  try {
    const planted = await startOf(ground, modules);
    if (typeof planted === "string") return { by: "start", how: planted };
    try {
      return await findByRequests(mutant, cases, planted, ground, putBack);
    } finally {
      await planted.close();
    }
  } finally {
    putBack?.();
  }
}

/** The platform with the fault, or why it does not start. */
async function startOf(ground: Ground, modules: ReturnType<typeof plantedModules>): Promise<Planted | string> {
  try {
    return await ground.plant(modules);
  } catch (failure) {
    return `the platform does not start: ${failure instanceof Error ? failure.message : String(failure)}`;
  }
}

/** One thing to try, on a platform with the fault or without. */
interface Trial {
  readonly by: "api" | "made" | "state";
  readonly on: (target: ApiTarget, part: ApiPart, isWanted?: (id: string) => boolean) => Promise<readonly Outcome[]>;
}

async function findByRequests(
  mutant: Mutant,
  cases: readonly RuleCase[],
  planted: Planted,
  { pristine }: Ground,
  putBack: (() => void) | undefined,
): Promise<Found> {
  const part = new ApiPart(planted.target);
  for (const { by, on } of trialsOf(mutant, cases)) {
    const [found] = discrepanciesIn(await attempted(() => on(planted.target, part)));
    if (!found) continue;
    // Whatever was stored by mistake must not be what refutes the next.
    putBack?.();
    const again = await attempted(() => on(pristine, new ApiPart(pristine), (id) => id === idOf(found)));
    if (discrepanciesIn(again).length > 0) throw new Spoilt(`${found.name}: ${discrepanciesIn(again)[0]?.got}`);
    return { by, how: found.name, outcome: found };
  }
  return undefined;
}

/** The cases of the faulty field, the states and made records of its form, then everything else of it. */
function trialsOf({ resource, pointer }: Mutant, cases: readonly RuleCase[]): Trial[] {
  const toTrial = (entry: RuleCase): Trial => ({ by: "api", on: (_, part) => part.verify(entry) });
  const isNear = ({ rule }: RuleCase) => rule.pointer.startsWith(pointer);
  const states = nearFirst(
    stateCases(resource).map((entry) => ({ rule: entry })),
    { pointer },
  );
  return [
    ...cases.filter(isNear).map(toTrial),
    ...states.map(
      ({ rule: entry }): Trial => ({
        by: "state",
        on: async (target, _, isWanted = () => true) => (isWanted(entry.id) ? verifyState(target, entry) : []),
      }),
    ),
    ...(isSendable(moduleOf(resource).descriptor)
      ? [
          {
            by: "made" as const,
            on: (target: ApiTarget, _: ApiPart, isWanted?: (id: string) => boolean) =>
              verifyMade(target, resource, MADE, isWanted),
          },
        ]
      : []),
    ...cases.filter((entry) => !isNear(entry)).map(toTrial),
  ];
}

/** What is about the field itself comes first, in the order of the book. */
function nearFirst<T extends { readonly rule: { readonly pointer: string } }>(
  entries: readonly T[],
  { pointer }: Pick<Mutant, "pointer">,
): T[] {
  const rank = ({ rule }: T) => (rule.pointer === pointer ? 0 : rule.pointer.startsWith(pointer) ? 1 : 2);
  return [...entries].sort((one, other) => rank(one) - rank(other));
}

/** A record that cannot even be made is found as well. */
async function attempted(run: () => Promise<readonly Outcome[]>): Promise<readonly Outcome[]> {
  try {
    return await run();
  } catch (failure) {
    const got = failure instanceof Error ? failure.message.slice(0, 300) : String(failure);
    return [
      {
        part: "api",
        resource: "",
        pointer: "",
        rule: "",
        name: "a state that cannot be made",
        verdict: "discrepancy",
        value: "",
        expected: "",
        got,
        where: "",
      },
    ];
  }
}
