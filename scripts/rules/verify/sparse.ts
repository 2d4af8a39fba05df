import { evaluate } from "../../../src/core/conditions.ts";
import type { Condition, FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../src/core/descriptor.ts";
import { isObject } from "../../../src/core/isObject.ts";
import { defaultsOf } from "../../../src/core/prepare.ts";
import { rulesOf } from "../../../src/core/rulebook/formRules.ts";
import type { Combination } from "./sample.ts";

/** Which fields of a record are left out. */
export interface Sparseness {
  /** Optional fields of the record, or optional members of its structures. */
  readonly of: "fields" | "members";
  /** Of a structure that needs none of its members, the one that stays. */
  readonly turn: number;
}

/** The record without what no rule requires. What a condition looks at stays, as `kept` names it. */
export function sparse(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  kept: Combination,
  { of, turn }: Sparseness,
): WireRecord {
  const asked = new Set(rulesOf(descriptor).flatMap(({ rule, pointer }) => (rule === "required" ? [pointer] : [])));
  const entries = descriptor.fields.flatMap((field): (readonly [string, Json | undefined])[] => {
    const { name } = field;
    const value = record[name];
    if (value === undefined) return [];
    if (of === "members") return [[name, withoutMembers(field, value, turn)]];
    return asked.has(`/${name}`) || name in kept ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** The record with no more than it must have in this mode, besides `given`: neither a default nor an optional field. */
export function bare(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  related: Combination,
  mode: "create" | "update",
  given: WireRecord = {},
): WireRecord {
  const rules = rulesOf(descriptor).filter(({ rule, mode: only = mode }) => rule === "required" && only === mode);
  const kept: WireRecord = { ...given };
  // What is kept may bring about what else must be.
  for (let size = -1; size < Object.keys(kept).length; ) {
    size = Object.keys(kept).length;
    const holds = conditionsOf(descriptor, kept, related, mode);
    for (const { pointer, when } of rules) {
      const name = pointer.slice(1);
      if (record[name] !== undefined && (!when || holds(when))) kept[name] = record[name];
    }
  }
  return kept;
}

/** Which conditions hold for the record with its defaults, as it is now. */
function conditionsOf(
  { fields }: Pick<ResourceDescriptor, "fields">,
  record: WireRecord,
  related: Combination,
  mode: "create" | "update",
): (when: Condition) => boolean {
  const whole = { ...defaultsOf(fields), ...record };
  return (when) => evaluate(when, whole, { mode, related: (path) => related[path] });
}

function isNeeded({ required, requiredWhen }: FieldDescriptor): boolean {
  return required !== false || requiredWhen !== undefined;
}

function withoutMembers({ fields, minProperties }: FieldDescriptor, value: Json, turn: number): Json {
  if (!fields) return value;
  if (Array.isArray(value)) {
    return value.map((entry) => (isObject(entry) ? bareEntry(fields, entry, turn, minProperties ?? 0) : entry));
  }
  return isObject(value) ? bareEntry(fields, value, turn, 1) : value;
}

function bareEntry(fields: readonly FieldDescriptor[], entry: { [name: string]: Json }, turn: number, least: number) {
  const own = fields.filter(({ name }) => entry[name] !== undefined);
  const needed = own.filter(isNeeded);
  const spare = own.filter((field) => !isNeeded(field));
  const more = Array.from(
    { length: Math.max(least - needed.length, 0) },
    (_, index) => spare[(turn + index) % spare.length],
  );
  const names = [...needed, ...more].flatMap((field) => field?.name ?? []);
  return Object.fromEntries(names.map((name) => [name, entry[name] as Json]));
}

/** Values of the wrong type in the fields that the record's conditions hide: nobody may look at them. */
export function hiddenValues(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  related: Combination,
  mode: "create" | "update",
): WireRecord {
  const holds = conditionsOf(descriptor, record, related, mode);
  const hidden = descriptor.fields.filter(
    ({ when, readOnly, internal }) => when && !readOnly && !internal && !holds(when),
  );
  const wrong = hidden.flatMap(({ name }) => {
    const type = rulesOf(descriptor).find(({ pointer, rule }) => pointer === `/${name}` && rule === "type");
    const value = type?.invalid.find((one) => typeof one === "object");
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(wrong);
}
