import type { CompositePart, FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { defaultsOf } from "../../../core/validation/normalizeRecord.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { isWritable } from "./formPlan.ts";

/** Related records that a create form makes together with its record (`x-resource.composite`). */
export interface FormPart extends CompositePart {
  /** The resource of these records. */
  readonly module: ResourceModule;
}

/** A record of a part, and the pointer to it in the form's values. */
export interface PartRecord {
  readonly pointer: string;
  readonly values: WireRecord;
}

/** The values of a new record of a part: defaults, and what the choices of its reference are limited to. */
export function newPartRecord(
  part: FormPart,
  reference?: FieldDescriptor["reference"],
): { readonly [name: string]: Json } {
  const newFields = askedFields(part);
  const values = { ...defaultsOf(newFields), ...limitsOf(reference) };
  return Object.fromEntries(newFields.map(({ name }) => [name, values[name] ?? null]));
}

/** The values that all records have which a reference may refer to: the form of a new one does not ask for them. */
export function limitsOf(reference: FieldDescriptor["reference"]): WireRecord {
  return Object.fromEntries(
    Object.entries(reference?.filter ?? {}).filter(([, value]) => filterPath(value) === undefined),
  );
}

/** The fields that a part asks for, in its order. */
export function askedFields({ fields, module }: Pick<FormPart, "fields" | "module">): readonly FieldDescriptor[] {
  return fields.flatMap((name) => module.descriptor.fields.find((field) => field.name === name) ?? []);
}

/** Whether the form asks this user for a field of a part's records. */
export function isPartFieldEditable({ fields, module }: FormPart, name: string, access: Pick<Access, "can">): boolean {
  const field = module.descriptor.fields.find((candidate) => candidate.name === name);
  if (!field || !fields.includes(name)) return false;
  return isWritable(field, { descriptor: module.descriptor, access, context: { mode: "create" } });
}

/** The records of a part that the form's values contain: a reference's value is an id where none is to be made. */
export function recordsOf(
  { name, created }: Pick<CompositePart, "name" | "created">,
  values: WireRecord,
): PartRecord[] {
  const value = values[name];
  if (created === "before") return isObject(value) ? [{ pointer: `/${name}`, values: value }] : [];
  return Array.isArray(value)
    ? value.flatMap((item, index) => (isObject(item) ? [{ pointer: `/${name}/${index}`, values: item }] : []))
    : [];
}

/** The part that a pointer leads into, which of its records (from 0; undefined: the only one), and the rest of the pointer. */
export function findPartLocation<Part extends Pick<CompositePart, "name" | "created">>(
  parts: readonly Part[],
  pointer: string,
) {
  const [, top, ...segments] = pointer.split("/");
  const part = parts.find(({ name }) => name === top);
  if (!part) return undefined;
  const toPointer = (steps: readonly string[]) => steps.map((step) => `/${step}`).join("");
  if (part.created === "before") return { part, index: undefined, pointer: toPointer(segments) };
  const [index, ...below] = segments;
  return { part, index: index === undefined ? undefined : Number(index), pointer: toPointer(below) };
}

/** A form's values without the records of parts. */
export function ownValues(parts: readonly FormPart[], values: WireRecord): WireRecord {
  const partNames = new Set(parts.filter((part) => recordsOf(part, values).length > 0).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !partNames.has(name)));
}
