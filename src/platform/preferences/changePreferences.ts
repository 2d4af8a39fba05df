import type { Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError, validationFailed } from "../../core/errors.ts";
import { isAdminOnly, setsAdminOnly } from "../../core/preferences.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import type { Row, Work } from "../entityHooks.ts";
import { type PreferenceDefinition, type PreferenceKind, valuesResource } from "./preferenceKind.ts";
import type { PreferencePlace } from "./preferencePlace.ts";
import { findTarget, type PreferenceValues, withoutBytes } from "./preferenceRecord.ts";
import { namesOf, type Stored, savePreferences } from "./preferenceStore.ts";
import { isUnset, KEPT_BLOB, ownRule, readValue } from "./readValue.ts";

/**
 * Makes an owner's preferences what `wanted` says and writes one journal entry: what is missing or empty is
 * removed, what no preference is called is ignored. All refusals come at once, each naming its preference.
 * Values that stay as they are not judged again. With `place` the values are those of a record below the owner.
 */
export async function changePreferences(
  work: Work,
  kind: PreferenceKind,
  owner: Row,
  current: PreferenceValues,
  wanted: WireRecord,
  place?: PreferencePlace,
): Promise<void> {
  const changes = new Map<string, Stored | undefined>();
  const ownFields: Record<string, Json> = {};
  const next: Record<string, Json> = {};
  const errors: FieldError[] = [];
  for (const definition of kind.preferences) {
    const { attribute } = definition;
    const before = current[attribute];
    const result = await readChange(work, kind, owner, definition, before, wanted[attribute]);
    if ("errors" in result) errors.push(...result.errors);
    else {
      if (result.value !== undefined) next[attribute] = result.value;
      if (isSame(before, result.value)) continue;
      if (definition.field) ownFields[definition.field] = toField(definition, result.value);
      else changes.set(attribute, result.stored);
    }
  }
  errors.push(...checkRules(kind, next));
  if (errors.length > 0) throw validationFailed(errors);
  if (Object.keys(ownFields).length > 0) await work.change(kind.owner.resource, [owner.id], ownFields);
  if (changes.size === 0) return;
  await savePreferences(work.db, place?.kind ?? kind, place?.id ?? owner.id, changes);
  await work.journal({
    resource: valuesResource(kind),
    id: owner.id,
    operation: "update",
    resellerId: resellerOf(kind, owner),
    changes: Object.fromEntries(
      kind.preferences
        .filter(({ attribute }) => changes.has(attribute))
        .map((definition) => [
          definition.attribute,
          toChange(definition, current[definition.attribute], next[definition.attribute]),
        ]),
    ),
  });
}

type Change =
  | { readonly value: Json | undefined; readonly stored: Stored | undefined }
  | { readonly errors: readonly FieldError[] };

async function readChange(
  work: Work,
  kind: PreferenceKind,
  owner: Row,
  definition: PreferenceDefinition,
  before: Json | undefined,
  given: Json | undefined,
): Promise<Change> {
  const pointer = `/${definition.attribute}`;
  // What nobody changes here is not sent along with the rest either.
  if (given === undefined && definition.read_only) return { value: before, stored: undefined };
  const isRemoved = given === undefined || isUnset(definition, given);
  const read = isRemoved ? undefined : readValue(definition, given);
  if (read && "errors" in read) return read;
  const value = read && keepBytes(read.value, before);
  if (value !== undefined && isObject(value) && value.data === KEPT_BLOB) {
    return { errors: [fieldError(`${pointer}/data`, "required")] };
  }
  if (isSame(before, value)) return { value, stored: undefined };
  if (definition.read_only && !definition.field) return { errors: [businessError(pointer, "preferenceReadOnly")] };
  if (isAdminOnly(definition.attribute) && !setsAdminOnly(work.actor.role)) {
    return { errors: [businessError(pointer, "preferenceAdminOnly")] };
  }
  if (value === undefined) return { value, stored: undefined };
  if (!namesOf(definition)) return { value, stored: { value } };
  const target = await findTarget(work.db, definition, String(value), resellerOf(kind, owner));
  return typeof target === "number" ? { value, stored: { targetId: target } } : { errors: [target] };
}

/** A preference that is a field of the owner's own record, as that has it. */
function toField({ data_type }: PreferenceDefinition, value: Json | undefined): Json {
  return data_type === "enum" ? Number(value ?? 0) : (value ?? null);
}

/** A file sent back as it was shown keeps its bytes. */
function keepBytes(value: Json, before: Json | undefined): Json {
  return isObject(value) && value.data === KEPT_BLOB && isObject(before)
    ? { ...value, data: before.data ?? "" }
    : value;
}

function checkRules({ rules = [] }: PreferenceKind, next: PreferenceValues): FieldError[] {
  return rules.flatMap(({ greater, than }) => {
    const [value, limit] = [next[greater], next[than]];
    if (typeof value !== "number" || typeof limit !== "number" || value > limit) return [];
    return [ownRule(`/${greater}`, "business", "greater", { than })];
  });
}

/** Whose records its names are looked up among, and whose people may read the journal. */
export function resellerOf({ owner }: PreferenceKind, row: Row): number | null {
  if (owner.resource === "resellers") return row.id;
  if (owner.reseller !== undefined) return owner.reseller;
  return typeof row.reseller_id === "number" ? row.reseller_id : null;
}

function toChange({ secret }: PreferenceDefinition, before: Json | undefined, after: Json | undefined) {
  const shown = (value: Json = null) => (secret && value !== null ? "***" : withoutBytes(value));
  return { before: shown(before), after: shown(after) };
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
