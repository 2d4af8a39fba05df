import { sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { validationFailed } from "../../../core/validation/errors.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import { toParameter } from "../../records/plan/columns.ts";
import { planOf, type ResourcePlan, rootAlias } from "../../records/plan/resourcePlan.ts";
import { byValue, locking, selectRows, visibleTo, whereAll } from "../../records/query/selectRows.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import type { Row } from "../../resourceHooks.ts";

/** A record that a line needs. */
export interface RecordKey {
  /** The columns that identify it; none: it is made in any case. */
  readonly names: readonly string[];
  readonly body: WireRecord;
  /** The values of these columns. */
  readonly key: string;
}

/**
 * The records of the caller that are not terminated and have the values that lines need; `resellerId` null: of any
 * reseller. They stay as they are until the transaction ends. One query finds those of all lines with values in the same
 * columns.
 */
export async function findExistingRecords(
  unit: UnitOfWork,
  plan: ResourcePlan,
  resellerId: number | null,
  all: readonly RecordKey[],
): Promise<ReadonlyMap<RecordKey, Row>> {
  const rowByKey = new Map<RecordKey, Row>();
  const columnsOf = ({ names, body }: RecordKey) => JSON.stringify(names.map((name) => [name, isEmpty(body[name])]));
  for (const alike of groupBy(all, columnsOf).values()) {
    if (alike[0]?.names.length === 0) continue;
    const rows = await selectAlike(unit, plan, resellerId, alike);
    for (const { pb_index, ...row } of rows) {
      const recordKey = alike[pb_index];
      if (recordKey && !rowByKey.has(recordKey) && row.status !== "terminated") rowByKey.set(recordKey, row);
    }
  }
  return rowByKey;
}

/** The rows for each of these, in the order of their ids. */
async function selectAlike(
  { db, actor }: UnitOfWork,
  plan: ResourcePlan,
  resellerId: number | null,
  alike: readonly RecordKey[],
): Promise<readonly (Row & { readonly pb_index: number })[]> {
  const [first] = alike;
  if (!first) return [];
  const { names, body } = first;
  const columns = names.filter((name) => !isEmpty(body[name])).flatMap((name) => plan.columns.get(name) ?? []);
  const keys = alike.flatMap((recordKey, pb_index) => {
    // A column takes values of its own type.
    const values = columns.map((column) => toText(toParameter(column, recordKey.body[column.name], plan.timeZone)));
    // PostgreSQL rejects this sign, so no row can have it.
    if (values.some((value) => typeof value === "string" && value.includes("\0"))) return [];
    return [{ pb_index, ...Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])) }];
  });
  const types = columns.map(({ name, type }) => sql`, ${sql.ref(name)} ${sql.raw(type)}`);
  const equal = columns.map(
    ({ name }) => sql<boolean>`${sql.ref(`${rootAlias}.${name}`)} = ${sql.ref(`asked.${name}`)}`,
  );
  const empty = names.filter((name) => isEmpty(body[name])).map((name) => byValue(plan, name, null));
  const within = resellerId === null ? [] : [byValue(plan, "reseller_id", resellerId)];
  const { rows } = await sql<Row & { readonly pb_index: number }>`
    select ${plan.select}, asked.pb_index
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked(pb_index integer${sql.join(types, sql``)})
    cross join ${plan.source} as ${sql.ref(rootAlias)}
    ${whereAll([...equal, ...empty, ...within, ...visibleTo(plan, actor)])}
    order by ${sql.ref(`${rootAlias}.id`)}${locking(plan, "share")}`.execute(db);
  return rows;
}

const isEmpty = <Value>(value: Value) => value === null || value === undefined;

/** JSON cannot hold half a sign, which a parameter would replace. */
const toText = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

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
