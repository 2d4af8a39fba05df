import { sql } from "kysely";
import type { FieldDescriptor, Json, ReferenceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { longLists } from "../../../core/validation/validateRecord.ts";
import { isName } from "../../db/folded.ts";
import type { Row } from "../../resourceHooks.ts";
import { toJsonArray } from "../hookHelpers.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { isAskable } from "../query/parseValue.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";

/** A field with a value of a referenced record, mostly its name, which clients can send in place of the reference. */
interface Alias {
  readonly name: string;
  readonly via: string;
  readonly reference: ReferenceDescriptor;
  /** Field of the referenced record that the alias contains. */
  readonly source: string;
}

/** The request's record, or an entry of one of its lists, and its stored counterpart. */
interface Holder {
  readonly pointer: string;
  readonly aliases: readonly Alias[];
  readonly sent: WireRecord;
  readonly before: WireRecord;
}

/**
 * Resolves aliases: the returned body has ids in place of names that were sent instead of ids or changed next to them.
 * `previous` is the stored record in the format of the API. Lists that are too long are refused before: each of their
 * entries would be looked for.
 */
export async function resolveAliases(
  unit: UnitOfWork,
  plan: ResourcePlan,
  body: WireRecord,
  previous: WireRecord = {},
): Promise<WireRecord> {
  const long = longLists(plan.descriptor.fields, body);
  if (long.length > 0) throw validationFailed(long);
  const settled: WireRecord = { ...body };
  const errors: FieldError[] = [];
  const settle = async (holder: Holder, next: WireRecord): Promise<void> => {
    for (const alias of holder.aliases) {
      const found = await resolveAlias(unit, alias, holder, { ...previous, ...body, id: previous.id });
      if (found && "error" in found) errors.push(found.error);
      else if (found) next[alias.via] = found.id;
      delete next[alias.name];
    }
  };
  for (const { name, fields } of plan.descriptor.fields) {
    const given = body[name];
    if (!fields || !Array.isArray(given)) continue;
    const aliases = aliasesAmong(fields);
    if (aliases.length === 0) continue;
    const before = storedEntries(given, toJsonArray(previous[name]).filter(isObject), fields);
    const entries = given.map((sent) => (isObject(sent) ? { ...sent } : sent));
    for (const [index, next] of entries.entries()) {
      if (!isObject(next)) continue;
      const sent = { ...next };
      await settle({ pointer: `/${name}/${index}`, aliases, sent, before: before.get(index) ?? {} }, next);
    }
    settled[name] = entries;
  }
  const own = aliasesAmong(plan.descriptor.fields);
  const whole = { ...settled };
  await settle({ pointer: "", aliases: own, sent: settled, before: previous }, whole);
  if (errors.length > 0) throw validationFailed(errors);
  return whole;
}

/** A descriptor's fields never change. */
const known = new WeakMap<readonly FieldDescriptor[], readonly Alias[]>();

function aliasesAmong(fields: readonly FieldDescriptor[]): readonly Alias[] {
  const aliases = known.get(fields) ?? findAliases(fields);
  known.set(fields, aliases);
  return aliases;
}

function findAliases(fields: readonly FieldDescriptor[]): Alias[] {
  return fields.flatMap(({ name, aliasOf = "" }) => {
    const [via = "", source = ""] = aliasOf.split(".");
    const reference = fields.find((field) => field.name === via)?.reference;
    return reference ? [{ name, via, source, reference }] : [];
  });
}

/**
 * The stored entries that sent ones were derived from, by the index of the latter: matched by server-set fields, by all
 * references, by aliases, since clients that change ids alone send these unchanged, or by ids.
 */
function storedEntries(
  sent: readonly Json[],
  left: WireRecord[],
  fields: readonly FieldDescriptor[],
): ReadonlyMap<number, WireRecord> {
  const aliases = aliasesAmong(fields);
  const [names, ids] = [aliases.map(({ name }) => name), aliases.map(({ via }) => via)];
  const given = fields.filter(({ readOnly, aliasOf }) => readOnly && aliasOf === undefined).map(({ name }) => name);
  const found = new Map<number, WireRecord>();
  for (const members of [given, [...names, ...ids], names, ids]) {
    for (const [index, entry] of sent.entries()) {
      if (found.has(index) || !isObject(entry) || members.every((name) => isEmpty(entry[name]))) continue;
      const place = left.findIndex((one) => members.every((name) => isSame(entry[name], one[name])));
      const [stored] = place < 0 ? [] : left.splice(place, 1);
      if (stored) found.set(index, stored);
    }
  }
  return found;
}

/** The id for the reference, an error when it cannot be resolved, undefined when the request already has it right. */
async function resolveAlias(
  unit: UnitOfWork,
  alias: Alias,
  { pointer, sent, before }: Holder,
  whole: WireRecord,
): Promise<{ readonly id: Json } | { readonly error: FieldError } | undefined> {
  const { name, via, source } = alias;
  const [id, given] = [sent[via], sent[name]];
  if (given === undefined) return undefined;
  const isIdChanged = id !== undefined && !isSame(id, before[via]);
  const isAliasChanged = id === undefined || !isSame(given, before[name]);
  if (!isAliasChanged) return undefined;
  // Both changed, one of them to empty: the other one wins.
  if (isEmpty(given)) return isIdChanged ? undefined : { id: null };
  const found = source === "id" ? given : await findByName(unit, alias, given, whole);
  const at = `${pointer}/${via}`;
  if (found === undefined) return { error: fieldError(at, "reference", { resource: alias.reference.resource }) };
  const isContrary = isIdChanged && !isEmpty(id) && !isSame(id, found);
  return isContrary ? { error: businessError(at, "aliasesDiffer") } : { id: found };
}

/** The id of the record with this name among those that the field offers, in any spelling of it. */
async function findByName(
  unit: UnitOfWork,
  { reference, source }: Alias,
  given: Json | undefined,
  whole: WireRecord,
): Promise<number | undefined> {
  if (!isAskable(given)) return undefined;
  const target = planOf(unit.plans, reference.resource);
  const column = sql.ref(`${rootAlias}.${source}`);
  const narrowed = Object.entries(reference.filter ?? {}).flatMap(([filter, value]) => {
    const path = filterPath(value);
    const wanted = path === undefined ? value : whole[path];
    // Filters through another reference are validated with the record.
    return target.stored.has(filter) && typeof wanted === "number"
      ? [sql<boolean>`${sql.ref(`${rootAlias}.${filter}`)} = ${wanted}`]
      : [];
  });
  const where = whereAll([isName(column, given), ...narrowed, ...visibleTo(target, unit.actor)]);
  const { rows } = await sql<Row>`
    select ${sql.ref(`${rootAlias}.id`)} as id ${from(target)} ${where} order by ${column} = ${given} desc limit 1`.execute(
    unit.db,
  );
  return rows[0]?.id;
}

function isEmpty<Value>(value: Value): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** Other programs also send numbers as texts. */
function isSame<Value>(one: Value, other: Value): boolean {
  return isEmpty(one) || isEmpty(other) ? isEmpty(one) && isEmpty(other) : String(one) === String(other);
}
