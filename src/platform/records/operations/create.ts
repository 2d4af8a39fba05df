import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { removedFile } from "../../../core/validation/fileValue.ts";
import { normalizeRecord, readScalars } from "../../../core/validation/normalizeRecord.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Actor, ColumnValues, Row } from "../../resourceHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { selectRows, visibleTo } from "../query/selectRows.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { replaceRecord } from "./update.ts";
import { assertOwn, forcedScope, prepareBody, validateInput } from "./writeInput.ts";

export async function createRecord(
  unit: UnitOfWork,
  { plan, body, policy }: { readonly plan: ResourcePlan; readonly body: unknown; readonly policy: PasswordPolicy },
): Promise<Row> {
  const { input, sentFields } = await readNewRecord(unit, plan, asRecord(body));
  const record = await validateInput(unit, { plan, plans: unit.plans, policy, input });
  const row = await writeRow(unit, plan, { input: record, sentFields, values: newValues(plan, record) });
  assertOwn(plan, unit.actor, row);
  return row;
}

/** The body of a new record, to be validated, and the fields that it names. */
export async function readNewRecord(unit: UnitOfWork, plan: ResourcePlan, record: WireRecord) {
  const read = readScalars(plan.descriptor.fields, record);
  const sentFields: ReadonlySet<string> = new Set(Object.keys(read));
  const sent = await resolveAliases(unit, plan, read);
  const body = await prepareBody(plan, { context: unit, mode: "create", body: sent, sentFields, previous: undefined });
  return { input: completeCreate(plan, unit.actor, body), sentFields };
}

/** A body for a new record: fields that the caller may not choose are set or refused. */
export function completeCreate(plan: ResourcePlan, actor: Actor, body: WireRecord): WireRecord {
  const forced = forcedScope(plan, actor);
  const input = normalizeRecord(plan.descriptor.fields, body);
  for (const field of plan.descriptor.fields) {
    const { name } = field;
    if (!isGuarded(field) || name === forced?.name || can(actor, plan.descriptor, "create", { field })) continue;
    const value = input[name];
    if (value !== undefined && !isDeepStrictEqual(value, field.default)) throw new PlatformError("forbidden");
    delete input[name];
  }
  return forced ? { ...input, [forced.name]: forced.value } : input;
}

/** Columns of a validated new record; server-set ones start with their default. */
export function newValues(plan: ResourcePlan, record: WireRecord): ColumnValues {
  const values: ColumnValues = {};
  for (const { field } of plan.stored.values()) {
    if (field.derive || field.name === "id") continue;
    values[field.name] = record[field.name] ?? (field.readOnly ? field.default : undefined) ?? null;
  }
  return values;
}

interface NewRecord {
  readonly plan: ResourcePlan;
  readonly body: unknown;
  readonly policy: PasswordPolicy;
}

/** Creates a record; if its resource has an upsert key, it replaces the record with an equal one. */
export async function upsertRecord(unit: UnitOfWork, { plan, body, policy }: NewRecord): Promise<Row> {
  const record = asRecord(body);
  const existing = await findAlike(unit, plan, record);
  if (!existing) return createRecord(unit, { plan, body: record, policy });
  if (!can(unit.actor, plan.descriptor, "update", { record: { id: existing.id } }))
    throw new PlatformError("forbidden");
  const cleared = plan.descriptor.fields.filter(({ file }) => file).map(({ name }) => [name, removedFile] as const);
  const request = { plan, id: existing.id, ifMatch: undefined, policy };
  return replaceRecord(unit, request, { ...Object.fromEntries(cleared), ...record });
}

async function findAlike(unit: UnitOfWork, plan: ResourcePlan, record: WireRecord): Promise<Row | undefined> {
  const { upsertKey, fields } = plan.descriptor;
  if (!upsertKey) return undefined;
  const read = readScalars(fields, record);
  const key = upsertKey.map((name) => read[name]);
  if (!key.every((value) => typeof value === "string" || Number.isSafeInteger(value))) return undefined;
  if (key.some((value) => typeof value === "string" && (value.includes("\0") || !value.isWellFormed())))
    return undefined;
  // Two concurrent requests would create two.
  await sql`select pg_advisory_xact_lock(hashtext(${`${plan.name} ${key.join(" ")}`}))`.execute(unit.db);
  const alike = upsertKey.map(
    (name, index) => sql<boolean>`${sql.ref(`${rootAlias}.${name}`)}::text = ${String(key[index])}`,
  );
  const [row] = await selectRows(unit.db, plan, [...visibleTo(plan, unit.actor), ...alike]);
  return row;
}
