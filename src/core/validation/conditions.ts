import type {
  Condition,
  ConditionValue,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../schema/descriptor.ts";

export interface ConditionContext {
  readonly mode: "create" | "update";
  /**
   * A related value (`customer_id.type`); undefined while unknown: not loaded, not allowed, or the reference is empty.
   */
  readonly related: (path: string) => Json | undefined;
}

type AnyOf = Extract<Condition, { readonly anyOf: readonly Condition[] }>;
type Scalar = string | number | boolean | null;

/**
 * Whether the condition holds for the record. A field without value counts as null. An unknown related value makes its
 * condition false, even a negated one: nothing is shown or required on a guess.
 */
export function isConditionMet(condition: Condition, record: WireRecord, context: ConditionContext): boolean {
  if (isAnyOf(condition)) return condition.anyOf.some((part) => isConditionMet(part, record, context));
  return Object.entries(condition).every(([path, expected]) =>
    matches(expected, conditionValueAt(path, record, context)),
  );
}

/** Every condition of a resource: on being shown, required, or of a format, of transitions and actions. */
export function conditionsOf({
  fields,
  statusTransitions,
  actions = [],
}: Pick<ResourceDescriptor, "fields" | "statusTransitions" | "actions">): Condition[] {
  return [
    ...fields.flatMap(({ when, requiredWhen, formatWhen }) => [when, requiredWhen, formatWhen]),
    ...[...(statusTransitions?.allowed ?? []), ...actions].map(({ when }) => when),
  ].filter((condition) => condition !== undefined);
}

/**
 * The paths that a condition reads: `own` ones of the record itself, `related` ones through its references. The
 * reference that a related path starts from is among the own ones, because changing it changes the result.
 */
export function conditionPaths(
  condition: Condition,
  fields: readonly FieldDescriptor[],
): { readonly own: readonly string[]; readonly related: readonly string[] } {
  const ownPaths = new Set<string>();
  const related = new Set<string>();
  for (const path of pathsOf(condition)) {
    const reference = referenceIn(path, fields);
    ownPaths.add(reference ?? path);
    if (reference !== undefined) related.add(path);
  }
  return { own: [...ownPaths], related: [...related] };
}

function isAnyOf(condition: Condition): condition is AnyOf {
  return Array.isArray((condition as AnyOf).anyOf);
}

function pathsOf(condition: Condition): string[] {
  if (isAnyOf(condition)) return condition.anyOf.flatMap(pathsOf);
  return Object.keys(condition).filter((path) => path !== "$mode");
}

/** The longest prefix of the path that names a reference, if any. */
function referenceIn(path: string, fields: readonly FieldDescriptor[]): string | undefined {
  const [name, ...segments] = path.split(".");
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined || segments.length === 0) return undefined;
  if (field.reference !== undefined) return name;
  const inside = referenceIn(segments.join("."), field.fields ?? []);
  return inside === undefined ? undefined : `${name}.${inside}`;
}

function conditionValueAt(path: string, record: WireRecord, context: ConditionContext): Json | undefined {
  if (path === "$mode") return context.mode;
  let value: Json | undefined = record as Json;
  for (const name of path.split(".")) {
    // An id or null while the path goes on: the rest is a related value.
    if (typeof value !== "object" || value === null || Array.isArray(value)) return context.related(path);
    value = value[name] ?? null;
  }
  return value;
}

function matches(expected: ConditionValue, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (isList(expected)) return expected.some((option) => option === value);
  if (typeof expected === "object" && expected !== null) return !matches(expected.not, value);
  return expected === value;
}

function isList(expected: ConditionValue): expected is readonly Scalar[] {
  return Array.isArray(expected);
}
