import { sql } from "kysely";
import type { FieldDescriptor, Json, ReferenceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { isBlank } from "../../../core/schema/valueAt.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { longLists } from "../../../core/validation/validateRecord.ts";
import { memoize } from "../../../core/values/memoize.ts";
import { isName } from "../../db/folded.ts";
import type { Row } from "../../resourceHooks.ts";
import { toJsonArray } from "../hookHelpers.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { isAskable } from "../query/operators.ts";
import { from, visibleTo, whereAll } from "../query/selectRows.ts";
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
      const resolved = await resolveAlias(unit, alias, holder, { ...previous, ...body, id: previous.id });
      if (resolved && "error" in resolved) errors.push(resolved.error);
      else if (resolved) next[alias.via] = resolved.id;
      delete next[alias.name];
    }
  };
  for (const { name, fields } of plan.descriptor.fields) {
    const sentEntries = body[name];
    if (!fields || !Array.isArray(sentEntries)) continue;
    const aliases = aliasesAmong(fields);
    if (aliases.length === 0) continue;
    const before = storedEntries(sentEntries, toJsonArray(previous[name]).filter(isObject), fields);
    const entries = sentEntries.map((sent) => (isObject(sent) ? { ...sent } : sent));
    for (const [index, next] of entries.entries()) {
      if (!isObject(next)) continue;
      const sent = { ...next };
      await settle({ pointer: `/${name}/${index}`, aliases, sent, before: before.get(index) ?? {} }, next);
    }
    settled[name] = entries;
  }
  const ownAliases = aliasesAmong(plan.descriptor.fields);
  const record = { ...settled };
  await settle({ pointer: "", aliases: ownAliases, sent: settled, before: previous }, record);
  if (errors.length > 0) throw validationFailed(errors);
  return record;
}

const aliasesAmong = memoize((fields: readonly FieldDescriptor[]): readonly Alias[] =>
  fields.flatMap(({ name, aliasOf = "" }) => {
    const [via = "", source = ""] = aliasOf.split(".");
    const reference = fields.find((field) => field.name === via)?.reference;
    return reference ? [{ name, via, source, reference }] : [];
  }),
);

/**
 * The stored entries that sent ones were derived from, by the index of the latter: matched by server-set fields, by all
 * references, by aliases, since clients that change ids alone send these unchanged, or by ids.
 */
function storedEntries(
  sent: readonly Json[],
  unmatched: WireRecord[],
  fields: readonly FieldDescriptor[],
): ReadonlyMap<number, WireRecord> {
  const aliases = aliasesAmong(fields);
  const [names, ids] = [aliases.map(({ name }) => name), aliases.map(({ via }) => via)];
  const serverSet = fields.filter(({ readOnly, aliasOf }) => readOnly && aliasOf === undefined).map(({ name }) => name);
  const matches = new Map<number, WireRecord>();
  for (const members of [serverSet, [...names, ...ids], names, ids]) {
    for (const [index, entry] of sent.entries()) {
      if (matches.has(index) || !isObject(entry) || members.every((name) => isBlank(entry[name]))) continue;
      const position = unmatched.findIndex((candidate) =>
        members.every((name) => isSameText(entry[name], candidate[name])),
      );
      const [match] = position < 0 ? [] : unmatched.splice(position, 1);
      if (match) matches.set(index, match);
    }
  }
  return matches;
}

/** The id for the reference, an error when it cannot be resolved, undefined when the request already has it right. */
async function resolveAlias(
  unit: UnitOfWork,
  alias: Alias,
  { pointer, sent, before }: Holder,
  record: WireRecord,
): Promise<{ readonly id: Json } | { readonly error: FieldError } | undefined> {
  const { name, via, source } = alias;
  const [id, sentName] = [sent[via], sent[name]];
  if (sentName === undefined) return undefined;
  const isIdChanged = id !== undefined && !isSameText(id, before[via]);
  const isAliasChanged = id === undefined || !isSameText(sentName, before[name]);
  if (!isAliasChanged) return undefined;
  // Both changed, one of them to empty: the other one wins.
  if (isBlank(sentName)) return isIdChanged ? undefined : { id: null };
  const targetId = source === "id" ? sentName : await findByName(unit, alias, sentName, record);
  const idPointer = `${pointer}/${via}`;
  if (targetId === undefined)
    return { error: fieldError(idPointer, "reference", { resource: alias.reference.resource }) };
  const isContrary = isIdChanged && !isBlank(id) && !isSameText(id, targetId);
  return isContrary ? { error: businessError(idPointer, "aliasesDiffer") } : { id: targetId };
}

/** The id of the record with this name among those that the field offers, in any spelling of it. */
async function findByName(
  unit: UnitOfWork,
  { reference, source }: Alias,
  name: Json | undefined,
  record: WireRecord,
): Promise<number | undefined> {
  if (!isAskable(name)) return undefined;
  const target = planOf(unit.plans, reference.resource);
  const column = sql.ref(`${rootAlias}.${source}`);
  const narrowed = Object.entries(reference.filter ?? {}).flatMap(([filter, value]) => {
    const path = filterPath(value);
    const expected = path === undefined ? value : record[path];
    // Filters through another reference are validated with the record.
    return target.stored.has(filter) && typeof expected === "number"
      ? [sql<boolean>`${sql.ref(`${rootAlias}.${filter}`)} = ${expected}`]
      : [];
  });
  const where = whereAll([isName(column, name), ...narrowed, ...visibleTo(target, unit.actor)]);
  const { rows } = await sql<Row>`
    select ${sql.ref(`${rootAlias}.id`)} as id ${from(target)} ${where} order by ${column} = ${name} desc limit 1`.execute(
    unit.db,
  );
  return rows[0]?.id;
}

/** Other programs also send numbers as texts. */
function isSameText<Value>(value: Value, other: Value): boolean {
  return isBlank(value) || isBlank(other) ? isBlank(value) && isBlank(other) : String(value) === String(other);
}
