import { businessError } from "../../../core/validation/businessRules.ts";
import { validationFailed } from "../../../core/validation/errors.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { byValue, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import type { Row } from "../../resourceHooks.ts";

/** Types of customers by the names of their products. */
const products: Readonly<Record<string, string>> = {
  ...{ "basic sip account": "sipaccount", sipaccount: "sipaccount" },
  ...{ "cloud pbx account": "pbxaccount", pbxaccount: "pbxaccount" },
};

/** Finds records that templates name, each once, within the reseller. Throws 422 at the pointer for unknown names. */
export class Names {
  readonly #work: UnitOfWork;
  readonly #found = new Map<string, Row | null>();

  constructor(unit: UnitOfWork) {
    this.#work = unit;
  }

  /** The record whose `field` has this value; of resellers `resellerId` is undefined. */
  async find(
    resource: string,
    field: string,
    name: string,
    { pointer, resellerId }: { readonly pointer: string; readonly resellerId?: number | undefined },
  ): Promise<Row> {
    const key = JSON.stringify([resource, name, resellerId]);
    const cached = this.#found.get(key);
    const row = cached === undefined ? await this.#load(resource, field, name, resellerId) : cached;
    this.#found.set(key, row);
    if (!row) throw validationFailed([businessError(pointer, "nameUnknown", { name })]);
    return row;
  }

  async #load(resource: string, field: string, name: string, resellerId: number | undefined): Promise<Row | null> {
    const { db, actor, plans } = this.#work;
    const plan = planOf(plans, resource);
    const within = resellerId === undefined ? [] : [byValue(plan, "reseller_id", resellerId)];
    const rows = await selectRows(db, plan, [byValue(plan, field, name), ...within, ...visibleTo(plan, actor)], {
      lock: "share",
    });
    const { remove } = plan.descriptor;
    return rows.find((row) => remove.by !== "status" || row[remove.field] !== remove.value) ?? null;
  }
}

/** The type of a customer by the name of its product; throws 422. */
export function typeOfProduct(name: string, pointer: string): string {
  const type = products[name.trim().toLowerCase()];
  if (type === undefined) throw validationFailed([businessError(pointer, "nameUnknown", { name })]);
  return type;
}
