import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { checkRecord } from "./checkRecord.ts";
import { topField } from "./fieldId.ts";
import { type FormPart, recordsOf } from "./formParts.ts";
import { type ReadRelated, type RelatedSource, relatedPaths, relatedSources } from "./referencedValues.ts";

/** Stands for the id that a record will have. */
const standIn = 1;

export interface PartsCheck {
  readonly parts: readonly FormPart[];
  readonly passwordPolicy: PasswordPolicy;
  /** Whether the form sets a field of a part's records. */
  readonly setsField: (part: FormPart, field: string) => boolean;
  readonly load: (sources: readonly RelatedSource[], values: WireRecord) => Promise<ReadRelated>;
}

/** The form's values as those of its record alone: an id in place of a record to be made, and none of those made after it. */
export function withoutParts(parts: readonly FormPart[], values: WireRecord): WireRecord {
  const recordValues: Record<string, Json | undefined> = { ...values };
  for (const part of parts) {
    if (part.created === "after") delete recordValues[part.name];
    else if (recordsOf(part, values).length > 0) recordValues[part.name] = standIn;
  }
  return recordValues;
}

/** Reads paths through references, also into records that are yet to be created. */
export function withPartRecords(parts: readonly FormPart[], values: WireRecord, related: ReadRelated): ReadRelated {
  return (path) => {
    const part = parts.find(({ name }) => path.startsWith(`${name}.`));
    return part && recordsOf(part, values).length > 0 ? (valueAtPath(values, path) ?? null) : related(path);
  };
}

/** Reads the values that conditions and choices of a record created after the form's depend on. */
export function partReader(part: FormPart, readOwn: ReadRelated, readOuter: ReadRelated): ReadRelated {
  if (part.created === "before") return readOwn;
  const prefix = `${part.reference}.`;
  return (path) => (path.startsWith(prefix) ? readOuter(path.slice(prefix.length)) : readOwn(path));
}

/** References of a part's records that need requests: not the one to the form's record. */
export function partSources({ module, created, reference }: FormPart): readonly RelatedSource[] {
  return relatedSources(module.descriptor).filter(({ field }) => created === "before" || field !== reference);
}

/**
 * Validates the records of all parts with the function that the server uses. Resolves to what to send of them, by the names
 * of the parts, and to errors with pointers into the form's values. `outer` reads the form's record.
 */
export async function checkParts(
  values: WireRecord,
  { parts, passwordPolicy, setsField, load }: PartsCheck,
  outer: ReadRelated,
): Promise<{ readonly records: WireRecord; readonly errors: readonly FieldError[] }> {
  const records: WireRecord = {};
  const errors: FieldError[] = [];
  for (const part of parts) {
    const checked: { [name: string]: Json }[] = [];
    for (const { pointer, values: partValues } of recordsOf(part, values)) {
      const related = partReader(part, await load(partSources(part), partValues), outer);
      const record = part.created === "after" ? { ...partValues, [part.reference]: standIn } : partValues;
      const result = await checkRecord(part.module, record, { mode: "create", passwordPolicy, related });
      const visibleErrors = result.errors.filter((error) => setsField(part, topField(error.pointer)));
      errors.push(...visibleErrors.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` })));
      const sent = Object.keys(result.record).filter((name) => setsField(part, name));
      // As typed, not as validated, like the form's own.
      checked.push(Object.fromEntries(sent.map((name) => [name, partValues[name] ?? result.record[name] ?? null])));
    }
    if (checked.length > 0) records[part.name] = part.created === "before" ? checked[0] : checked;
  }
  return { records, errors };
}

/** Paths in the form's record that conditions and choices of a part's records depend on. */
export function outerPaths({ module, created, reference }: FormPart): string[] {
  if (created === "before") return [];
  const prefix = `${reference}.`;
  return relatedPaths(module.descriptor.fields).flatMap((path) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  );
}
