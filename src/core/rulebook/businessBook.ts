import { declaredRules } from "../../generated/businessRules.gen.ts";
import type { FieldDescriptor, ReferenceDescriptor, ResourceDescriptor } from "../schema/descriptor.ts";
import { filterPath } from "../schema/filterPath.ts";
import { wireType } from "../schema/wireType.ts";
import { type DeclarableRule, filterRules } from "../validation/businessRules.ts";

/** A rule that only other records, the past or the time can break, at the field where it is reported. */
export interface BusinessEntry {
  readonly rule: DeclarableRule;
  readonly resource: string;
  /** The first entry represents all of a list: `/alias_numbers/0`. */
  readonly pointer: string;
}

type PlacedRule = Omit<BusinessEntry, "resource">;

/** The resource whose records decide whether a reference can break a rule. */
type ReferencedResource = Pick<ResourceDescriptor, "remove" | "hiddenWhen" | "filters">;

type Declared = Readonly<Record<string, Readonly<Partial<Record<DeclarableRule, readonly string[]>>>>>;

/**
 * The business rules of a resource's form: those that its hooks check, and those of its references, aliases and calendar.
 * Rules of fields that are fixed or unique are in the form's other rules. `targetOf`: the resources it refers to.
 */
export function businessRulesOf(
  descriptor: ResourceDescriptor,
  targetOf: (resource: string) => ReferencedResource | undefined,
): readonly BusinessEntry[] {
  const { name: resource, operations, fields, calendar } = descriptor;
  const canUpdate = operations.includes("update");
  if (!canUpdate && !operations.includes("create")) return [];
  const rules: readonly PlacedRule[] = [
    ...declaredOf(resource),
    ...fields
      .flatMap((field) => referencesIn(field, ""))
      .flatMap(({ pointer, reference }) => {
        const target = targetOf(reference.resource);
        return target ? [...endedRules(pointer, target), ...filteredRules(pointer, reference, target)] : [];
      }),
    ...aliasRules(fields, ""),
    ...(calendar ? (["calendarUnreadable", "calendarLine"] as const) : []).map((rule) => ({
      rule,
      pointer: `/${calendar?.file}`,
    })),
  ];
  return unique(rules).map((entry) => ({ resource, ...entry }));

  function filteredRules(
    pointer: string,
    { filter = {} }: ReferenceDescriptor,
    { filters }: ReferencedResource,
  ): PlacedRule[] {
    return Object.entries(filter).flatMap(([name, value]) => {
      const rule = filters.some((candidate) => candidate.name === name) ? filterRules[name] : undefined;
      if (!rule) return [];
      const [via, ...behind] = filterPath(value)?.split(".") ?? [];
      const limiting = fields.find((field) => field.name === via);
      // Once the limiting reference changes, the kept choice is no longer among those offered.
      const isMovable = canUpdate && behind.length > 0 && limiting && isWritable(limiting) && !limiting.immutable;
      return [{ rule, pointer }, ...(isMovable ? [{ rule, pointer: `/${via}` }] : [])];
    });
  }
}

/** The resources that requests may refer to in a field of the form. */
export function targetsOf({ fields }: Pick<ResourceDescriptor, "fields">): string[] {
  return [...new Set(fields.flatMap((field) => referencesIn(field, "")).map(({ reference }) => reference.resource))];
}

function declaredOf(resource: string): PlacedRule[] {
  const declared = Object.entries((declaredRules as Declared)[resource] ?? {}) as [DeclarableRule, readonly string[]][];
  return declared.flatMap(([rule, pointers]) =>
    pointers.map((pointer) => ({ rule, pointer: pointer.replaceAll("*", "0") })),
  );
}

/** References in a field that requests may set, however deep. */
function referencesIn(
  field: FieldDescriptor,
  prefix: string,
): { readonly pointer: string; readonly reference: ReferenceDescriptor }[] {
  if (!isWritable(field)) return [];
  const pointer = inside(field, prefix);
  const ownReferences = field.reference ? [{ pointer, reference: field.reference }] : [];
  return [...ownReferences, ...(field.fields ?? []).flatMap((inner) => referencesIn(inner, pointer))];
}

/** Records that have ended but are still visible. */
function endedRules(pointer: string, { remove, hiddenWhen }: ReferencedResource): PlacedRule[] {
  const isVisible = remove.by === "status" && !hiddenWhen?.values.includes(remove.value);
  return isVisible ? [{ rule: "terminated", pointer }] : [];
}

/** References that requests may also name: id and name must agree. */
function aliasRules(fields: readonly FieldDescriptor[], prefix: string): PlacedRule[] {
  return fields.flatMap((field): PlacedRule[] => {
    const [via = "", source] = field.aliasOf?.split(".") ?? [];
    const aliasRule = source === undefined ? [] : [{ rule: "aliasesDiffer" as const, pointer: `${prefix}/${via}` }];
    return [...aliasRule, ...aliasRules(field.fields ?? [], inside(field, prefix))];
  });
}

function isWritable({ readOnly, internal, derive }: FieldDescriptor): boolean {
  return !readOnly && !internal && !derive;
}

/** The pointer of a field's value, or of the first of its items. */
function inside(field: FieldDescriptor, prefix: string): string {
  return `${prefix}/${field.name}${wireType(field) === "array" ? "/0" : ""}`;
}

function unique(entries: readonly PlacedRule[]): PlacedRule[] {
  return [...new Map(entries.map((entry) => [`${entry.rule} ${entry.pointer}`, entry])).values()];
}
