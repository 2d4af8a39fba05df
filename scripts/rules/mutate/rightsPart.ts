import { can } from "../../../src/core/access.ts";
import type { Right } from "../../../src/core/descriptor.ts";
import type { Answer, Api } from "../../../tests/support/api.ts";
import { reachOf } from "../../../tests/support/rights.ts";
import { moduleOf } from "../verify/book.ts";
import { collection } from "../verify/requests.ts";
import { type Planted, roleNames } from "./ground.ts";
import type { Mutant } from "./mutant.ts";
import { plantedModules } from "./plant.ts";

/** No record has it: rights are checked first. */
const NOBODY = 2_147_483_646;

const attempts: Readonly<Partial<Record<Right, (api: Api, path: string) => Promise<Answer>>>> = {
  lookup: (api, path) => api.request("GET", `${path}?rows=1`),
  create: (api, path) => api.request("POST", path, {}),
  update: (api, path) => api.request("PATCH", `${path}${NOBODY}`, []),
  delete: (api, path) => api.request("DELETE", `${path}${NOBODY}`),
};

/**
 * Sends what each role must be refused by the schemas, and asks for the rights that no request shows: to open pages,
 * on fields, and of administrators without the flags that rights require. What gave the fault away; undefined: nothing.
 */
export async function findRight({ resource, fault }: Mutant, planted: Planted): Promise<string | undefined> {
  const { right, field } = fault.widened ?? {};
  if (!right) return undefined;
  const attempt = field === undefined ? attempts[right] : undefined;
  for (const role of attempt ? roleNames : []) {
    if (!attempt || reachOf(resource, role, right) !== "none") continue;
    const { status } = await attempt(await planted.as(role), collection(resource));
    if (status !== 403) return `${role} ${right}: status ${status}, not 403`;
  }
  return answersOf(resource, right, field, fault);
}

function answersOf(
  resource: string,
  right: Right,
  fieldName: string | undefined,
  fault: Mutant["fault"],
): string | undefined {
  const running = plantedModules(fault)[resource]?.descriptor;
  const { descriptor } = moduleOf(resource);
  if (!running) return undefined;
  for (const role of roleNames) {
    for (const flag of [true, false]) {
      for (const id of [1, 2]) {
        const caller = { role, adminId: 1, admin: { call_data: flag, billing_data: flag } };
        const may = ({ fields, ...guarded }: typeof descriptor) =>
          can(caller, guarded, right, { record: { id }, field: fields.find(({ name }) => name === fieldName) });
        if (may(running) && !may(descriptor)) return `${role} may ${right} ${fieldName ?? "records"}`;
      }
    }
  }
  return undefined;
}
