import { type RawBuilder, sql, type Transaction } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import type { Actor, JournalEntry, Row, Work } from "../entityHooks.ts";
import { toParameter } from "../plan/columns.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { eraseRow } from "./eraseRow.ts";
import { selectRows } from "./store.ts";
import { snapshot, writeRow } from "./writeRow.ts";

/** The work of one transaction, as the generic operations see it. */
export interface OpenWork extends Work {
  readonly plans: Plans;
  /** Resources written so far. */
  readonly written: ReadonlySet<string>;
  noteWrite(resource: string): void;
  /** False when the row is being erased already. */
  startErasing(table: string, id: number): boolean;
}

/** What a piece of work knows of the platform and of its request. */
export interface WorkParts {
  readonly plans: Plans;
  readonly settings: Work["settings"];
  readonly actor: Actor;
  readonly now: Date;
}

export function openWork(db: Transaction<AnyTables>, { plans, settings, actor, now }: WorkParts): OpenWork {
  const written = new Set<string>();
  const erasing = new Set<string>();
  const work: OpenWork = {
    db,
    plans,
    settings,
    actor,
    now,
    written,
    noteWrite: (resource) => written.add(resource),
    startErasing: (table, id) => {
      const key = `${table} ${id}`;
      if (erasing.has(key)) return false;
      erasing.add(key);
      return true;
    },
    load: async (resource, id) => (await selectRows(db, planOf(plans, resource), [byId(id)]))[0],
    find: (resource, where) => {
      const plan = planOf(plans, resource);
      return selectRows(db, plan, [
        ...plan.own,
        ...Object.entries(where).map(([name, value]) => equals(plan, name, value)),
      ]);
    },
    change: async (resource, ids, values) => {
      const plan = planOf(plans, resource);
      for (const row of await selectRows(db, plan, [byId(ids)], { lock: true }))
        await changeRow(work, plan, row, values);
    },
    make: (resource, values) =>
      writeRow(work, {
        plan: planOf(plans, resource),
        input: values,
        touched: new Set(Object.keys(values)),
        values: { ...values },
      }),
    erase: async (resource, ids) => {
      const plan = planOf(plans, resource);
      for (const row of await selectRows(db, plan, [byId(ids)])) await eraseRow(work, plan, row);
    },
    journal: (entry) => writeJournal(work, entry),
  };
  return work;
}

async function changeRow(
  work: OpenWork,
  plan: ResourcePlan,
  row: Row,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { record } = await snapshot(work, plan, row);
  const input = { ...record };
  for (const [name, value] of Object.entries(values)) {
    const stored = plan.stored.get(name);
    if (stored) input[name] = stored.toWire(value);
  }
  await writeRow(work, { plan, input, touched: new Set(Object.keys(values)), previous: row, values: { ...values } });
}

function equals(plan: ResourcePlan, name: string, value: unknown): RawBuilder<boolean> {
  const column = plan.columns.get(name);
  if (!column) throw new Error(`${plan.name} has no column ${name}`);
  const reference = sql.ref(`${rootAlias}.${name}`);
  if (value === null || value === undefined) return sql<boolean>`${reference} is null`;
  // Hooks also look for what a request names before it was judged; the database takes no NUL, so no row has one.
  if (typeof value === "string" && value.includes("\0")) return sql<boolean>`false`;
  return sql<boolean>`${reference} = ${toParameter(column, value, plan.timeZone)}`;
}

async function writeJournal({ db, actor, now }: OpenWork, entry: JournalEntry): Promise<void> {
  const [id, key] = typeof entry.id === "number" ? [entry.id, null] : [0, entry.id];
  await sql`insert into journals
    (resource_name, resource_id, resource_key, operation, timestamp, user_id, username, reseller_id, changes)
    values (${entry.resource}, ${id}, ${key}, ${entry.operation}, ${now}, ${actor.adminId}, ${actor.username},
      ${entry.resellerId}, ${JSON.stringify(entry.changes)})`.execute(db);
}
