import type { Accounts } from "../../../tests/support/accessPlatform.ts";
import { roleNames } from "../../../tests/support/rights.ts";
import type { Outcome } from "../verify/outcome.ts";
import { RoleApi } from "../verify/roleApi.ts";
import { caseIdFor, type RoleCase, roleCases } from "../verify/roleCases.ts";
import { discrepanciesIn } from "../verify/totals.ts";
import type { Mutant } from "./mutant.ts";
import { plantedModules } from "./plant.ts";
import type { RightsGround } from "./rightsGround.ts";
import { Spoilt } from "./spoilt.ts";

/** What roles may do and may not, tried by API as `verify --role` does. What gave the fault away; undefined: nothing. */
export async function findRight(mutant: Mutant, ground: RightsGround): Promise<Outcome | undefined> {
  const planted = await ground.plant(plantedModules(mutant.fault));
  try {
    for (const cases of groupsOf(mutant)) {
      const [found] = discrepanciesIn(await tried(cases, planted, ground));
      if (!found) continue;
      // What was let through may have changed or removed them.
      ground.targets.forget(mutant.resource);
      const same = cases.filter((entry) => caseIdFor(entry, "api") === found.id);
      const [again] = discrepanciesIn(await tried(same, ground.pristine, ground));
      if (again) throw new Spoilt(`${again.name}: ${again.got}`);
      return found;
    }
    return undefined;
  } finally {
    await planted.close();
  }
}

/** Targets that cannot be made any longer were lost to a fault before this one. */
async function tried(
  cases: readonly RoleCase[],
  accounts: Accounts,
  { targets }: RightsGround,
): Promise<readonly Outcome[]> {
  try {
    return await new RoleApi(accounts, targets).verify(cases);
  } catch (failure) {
    throw new Spoilt(failure instanceof Error ? failure.message : String(failure));
  }
}

/** The cases of each role: first those of the faulty right, beginning with the role that has it, then all others. */
function groupsOf({ resource, fault: { widened } }: Mutant): RoleCase[][] {
  const [own, others] = [true, false].map((isOwn) => roleNames.filter((role) => (role === widened?.role) === isOwn));
  const groups = [...(own ?? []), ...(others ?? [])].map((role) => roleCases([role], [resource]));
  const isNear = ({ right, field }: RoleCase) => right === widened?.right && field === widened?.field;
  return [
    ...groups.map((cases) => cases.filter(isNear)),
    ...groups.map((cases) => cases.filter((entry) => !isNear(entry))),
  ].filter((cases) => cases.length > 0);
}
