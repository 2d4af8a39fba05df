import type { FormatChecks } from "../../../codegen/emit/validators.ts";
import type { FieldDescriptor, ResourceDescriptor, Right } from "../../../src/core/descriptor.ts";
import type { Moment } from "../../../src/platform/entityHooks.ts";

export const kinds = [
  "bounds moved",
  "rules dropped",
  "rules added",
  "formats widened",
  "conditions turned",
  "rules between fields turned",
  "references loosened",
  "checks skipped",
  "rights widened",
] as const;
export type Kind = (typeof kinds)[number];

/** What differs in the running parts; the rule book knows nothing of it. */
export interface Fault {
  /** In place of those of their resources, with validators made from them. */
  readonly descriptors?: readonly ResourceDescriptor[];
  /** In place of the formats of these names, in those validators. */
  readonly formats?: FormatChecks;
  /** A check of the resource's hooks that does not run. */
  readonly skipped?: { readonly rule: string; readonly moment: Moment };
  /** A right that one of the descriptors grants a role by mistake. */
  readonly widened?: { readonly role: string; readonly right: Right; readonly field?: string };
}

/** A fault to plant. */
export interface Mutant {
  /** `customers/vat_rate:maximum+0.01`: the same for as long as resource, field and rule are. */
  readonly id: string;
  readonly kind: Kind;
  readonly resource: string;
  readonly pointer: string;
  /** `maximum 100 -> 100.01` */
  readonly planted: string;
  readonly fault: Fault;
}

/** A fault of one field. */
export interface Change {
  readonly kind: Kind;
  /** Tells the faults of a field apart. */
  readonly id: string;
  readonly what: string;
  /** Below the field's pointer. */
  readonly at?: string;
  readonly change: Partial<FieldDescriptor>;
}

/** A field that requests may set, with its place. */
export interface Placed {
  readonly field: FieldDescriptor;
  /** Names from the outermost field to its own. */
  readonly path: readonly string[];
  /** As the rule book has it: the first entry represents all of a list. */
  readonly pointer: string;
}

/** A copy of the descriptor with one field changed, however deep; undefined values drop a property. */
export function withField(
  descriptor: ResourceDescriptor,
  path: readonly string[],
  change: Partial<FieldDescriptor>,
): ResourceDescriptor {
  return { ...descriptor, fields: changedIn(descriptor.fields, path, change) };
}

function changedIn(
  fields: readonly FieldDescriptor[],
  [name, ...rest]: readonly string[],
  change: Partial<FieldDescriptor>,
): FieldDescriptor[] {
  return fields.map((field) => {
    if (field.name !== name) return field;
    return rest.length === 0
      ? { ...field, ...change }
      : { ...field, fields: changedIn(field.fields ?? [], rest, change) };
  });
}
