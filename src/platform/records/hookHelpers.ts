import { sql } from "kysely";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { businessError, type DeclarableRule } from "../../core/validation/businessRules.ts";
import type { LineFault } from "../../core/validation/deviceTemplateRules.ts";
import { type FieldError, fieldError, validationFailed } from "../../core/validation/errors.ts";
import * as numberPattern from "../../core/validation/formats/number-pattern.ts";
import * as regex from "../../core/validation/formats/regex.ts";
import { statusProtections } from "../../core/validation/transitions.ts";
import type { PointerOf, RulesOf, RuleViolation } from "../declaredRules.ts";
import type { Check, HookContext, Row, ValidateEvent, WriteEvent } from "../resourceHooks.ts";

/** Throws 422 when there are errors. */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw validationFailed(errors);
}

/** The error of a text that has to be a regular expression by another field, where a format cannot say so. */
export function patternError<Value>(
  text: Value,
  pointer: string,
  format: "regex" | "number-pattern" = "regex",
): FieldError[] {
  const { isValid, explain } = format === "regex" ? regex : numberPattern;
  if (typeof text !== "string" || isValid(text)) return [];
  const error = fieldError(pointer, "format", { format });
  const explanation = explain(text);
  return [explanation ? { ...error, key: explanation.key, params: { ...error.params, ...explanation.params } } : error];
}

/** The values that an event stores, and those before it. */
interface ChangedValues<V extends object> {
  readonly values: V;
  readonly previous: NoInfer<V> | undefined;
}

export function nextValue<V extends object, C extends keyof V & string>(
  { values, previous }: ChangedValues<V>,
  column: C,
): V[C] | undefined {
  return column in values ? values[column] : previous?.[column];
}

/** Whether the event changes the value of a column; on create, whether it sets one. */
export function isColumnChanged<V extends object>(event: ChangedValues<V>, column: keyof V & string): boolean {
  return !isSameStoredValue(nextValue(event, column), event.previous?.[column]);
}

export function changedColumns<V extends object>(event: ChangedValues<V>): (keyof V & string)[] {
  const changed: (keyof V & string)[] = [];
  for (const column in event.values) if (isColumnChanged(event, column)) changed.push(column);
  return changed;
}

/** Numerics are texts from the database and numbers from the wire. */
function isSameStoredValue<Value>(a: Value, b: Value): boolean {
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  return typeof a === "object" || typeof b === "object"
    ? JSON.stringify(a) === JSON.stringify(b)
    : String(a) === String(b);
}

/** Callers bound to a reseller who name another one get an error instead of being corrected. */
export async function refuseForeignReseller({
  body,
  context,
}: Pick<ValidateEvent, "body" | "context">): Promise<WireRecord> {
  const { resellerId } = context.actor;
  const requestedId = body.reseller_id ?? null;
  if (resellerId !== null && requestedId !== null && requestedId !== resellerId)
    refuse([fieldError("/reseller_id", "reference", { resource: "resellers" })]);
  return body;
}

/** The rows that many events reference, by id, with one query; whatever their scope or status. */
export async function loadReferencedRows<Target extends string>(
  events: readonly WriteEvent[],
  resource: Target,
  column: string,
): Promise<ReadonlyMap<unknown, Row<Target>>> {
  const ids = events.map((event) => nextValue(event, column)).filter((id) => typeof id === "number");
  return (await events[0]?.context.loadAll(resource, ids)) ?? new Map();
}

/** Resources whose statuses follow those above them. */
type Dependent = "contracts" | "customers" | "resellers" | "subscribers";
type Status = NonNullable<Row<Dependent>["status"]>;

/** The status that an event stores, and the one before it. */
interface StatusEvent {
  readonly values: { readonly status?: Status | null };
  readonly previous: { readonly status: Status | null } | undefined;
}

export function statusChange({ values: { status: to }, previous }: StatusEvent) {
  return previous && to && to !== previous.status ? { from: previous.status, to } : undefined;
}

/** Checks a rule that is broken at one place, as soon as `isBroken` finds anything. */
export function violationAt<Resource extends string, Pointer extends `/${string}`>(
  pointer: Pointer,
  isBroken: (event: WriteEvent<Resource>) => unknown,
): Check<Resource, Pointer> {
  return { beforeWrite: async (event) => ((await isBroken(event)) ? [{ pointer }] : []) };
}

type LineFaults = readonly LineFault<string, Json>[];

/** Checks of the rules of a field's text, each with the lines that break it; `find` returns all faults. */
export function lineChecks<Resource extends string, Rule extends string, Pointer extends `/${string}`>(
  rules: readonly Rule[],
  pointer: Pointer,
  find: (event: WriteEvent<Resource>) => LineFaults | Promise<LineFaults>,
): Readonly<Record<Rule, Check<Resource, Pointer>>> {
  const checkOf = (rule: Rule): Check<Resource, Pointer> => ({
    beforeWrite: async (event: WriteEvent<Resource>) =>
      (await find(event))
        .filter((fault) => fault.rule === rule)
        .map(({ line, params }) => ({ pointer, params: { line, ...params } })),
  });
  // The library's type forgets which names there are.
  return Object.fromEntries(rules.map((rule) => [rule, checkOf(rule)])) as Record<Rule, Check<Resource, Pointer>>;
}

/** Child rows: those whose column references one of these. */
interface DependentRows<Above> {
  readonly resource: Dependent;
  readonly by: string;
  of(row: Above): number;
}

/**
 * Propagates new statuses to child rows. Those that already have it, are terminated or are protected stay as they are;
 * "pending" implies nothing for others.
 */
export async function cascadeStatus<Above>(
  events: readonly (StatusEvent & { readonly context: HookContext; readonly row: Above })[],
  { resource, by, of }: DependentRows<Above>,
): Promise<void> {
  const above = new Map<Exclude<Status, "pending">, number[]>();
  for (const event of events) {
    const to = statusChange(event)?.to;
    if (to === undefined || to === "pending") continue;
    above.set(to, [...(above.get(to) ?? []), of(event.row)]);
  }
  const protectedId = statusProtections[resource]?.id ?? null;
  const context = events[0]?.context;
  if (!context) return;
  for (const [status, ids] of above) {
    const { rows } = await sql<Row>`select id from ${sql.table(resource)}
      where ${sql.ref(by)} = any(${ids}::integer[]) and status not in (${status}, 'terminated')
        and id is distinct from ${protectedId}::integer`.execute(context.db);
    const below = rows.map(({ id }) => id);
    await context.updateMany(resource, below, { status });
  }
}

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : never;

/** A list of JSON; empty where there is none. */
export function toJsonArray<Value>(value: Value): ItemOf<Value>[] {
  return Array.isArray(value) ? value : [];
}

/** The error of a declared rule, for code that reports it along with others. */
export function ruleViolationError<Resource extends string, Rule extends RulesOf<Resource> & DeclarableRule>(
  _resource: Resource,
  rule: Rule,
  { pointer, params }: RuleViolation<PointerOf<Resource, Rule>>,
): FieldError {
  return businessError(pointer, rule, params);
}
