import type { Grants, ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";
import { valueAtPath } from "../schema/valueAt.ts";
import { type ConditionContext, isConditionMet } from "./conditions.ts";
import type { ErrorCode } from "./errorCatalogue.ts";
import { type FieldError, PlatformError } from "./errors.ts";

/** A record with a protected status: the platform itself depends on it. */
export interface StatusProtection {
  readonly id: number;
  /** Status values it must not get; absent: its status is fixed. */
  readonly refused?: readonly string[];
  readonly code: ErrorCode;
}

/** By resource. */
export const statusProtections: Readonly<Record<string, StatusProtection>> = {
  resellers: { id: 1, refused: ["terminated"], code: "reseller_protected" },
  contracts: { id: 1, code: "contract_protected" },
  customers: { id: 1, code: "customer_protected" },
  billingprofiles: { id: 1, refused: ["terminated"], code: "billing_profile_protected" },
};

/** The part of a descriptor about the end of its records. */
export type StatusRules = Pick<
  ResourceDescriptor,
  "name" | "remove" | "softDelete" | "hiddenWhen" | "readOnlyWhen" | "statusTransitions"
>;

type Transitions = Pick<ResourceDescriptor, "statusTransitions">;

/** Whether the caller has a right; absent: as if they had every role. */
export type CanTake =
  | ((guarded: { readonly access: Readonly<Record<string, Grants>> }, right: "update") => boolean)
  | undefined;

/** The status field, as named by the removal or end of records. */
export function statusField(resource: StatusRules): string {
  const { readOnlyWhen, hiddenWhen, softDelete, remove, statusTransitions } = resource;
  const rule = readOnlyWhen ?? hiddenWhen ?? softDelete ?? (remove.by === "status" ? remove : statusTransitions);
  return rule?.field ?? "status";
}

/**
 * Why the record cannot get the status, null when it can: it is gone (404), final (422), or protected (403). Any value may
 * follow any other where the schema has no transitions (`transitionError`).
 */
export function statusRefusal(
  resource: StatusRules,
  record: WireRecord,
  to: string,
  protections: Readonly<Record<string, StatusProtection>> = statusProtections,
): PlatformError | null {
  const id = Number(record.id);
  if (isOneOf(resource.hiddenWhen, record)) return new PlatformError("not_found", { resource: resource.name, id });
  const status = record[statusField(resource)] ?? null;
  if (isOneOf(resource.readOnlyWhen, record)) {
    return new PlatformError("record_frozen", { resource: resource.name, id, status });
  }
  const protection = protections[resource.name];
  if (protection?.id !== id || status === to) return null;
  return protection.refused?.includes(to) === false ? null : new PlatformError(protection.code);
}

/** Why a status cannot change, or an action is refused: each has a text of its own. */
export const transitionReasons = ["start", "change", "role", "condition", "action"] as const;

/** The error at the status if no transition of the schema leads from the stored record, or from none, to this one. */
export function transitionError(
  { statusTransitions }: Transitions,
  previous: WireRecord | undefined,
  next: WireRecord,
  { related, can }: Pick<ConditionContext, "related"> & { readonly can?: CanTake },
): FieldError | undefined {
  if (!statusTransitions) return undefined;
  const { field, allowed } = statusTransitions;
  const from = previous?.[field] ?? null;
  const to = next[field];
  if (typeof to !== "string" || to === from) return undefined;
  const error = (reason: (typeof transitionReasons)[number]): FieldError => ({
    ...{ pointer: `/${field}`, rule: "transition", params: { from, to } },
    key: `rules.transition.${reason}`,
  });
  const leading = allowed.filter((one) => one.to.includes(to) && one.from.some((value) => value === from));
  if (leading.length === 0) return error(from === null ? "start" : "change");
  const open = leading.filter(({ access }) => mayTake(access, can));
  if (open.length === 0) return error("role");
  const context = { mode: previous ? ("update" as const) : ("create" as const), related };
  const isOpen = open.some(({ when }) => !when || isConditionMet(when, next, context));
  return isOpen ? undefined : error("condition");
}

function mayTake(access: Readonly<Record<string, Grants>> | undefined, can: CanTake): boolean {
  return !access || !can || can({ access }, "update");
}

/** The statuses that transitions of the caller lead to, whatever their conditions; undefined: any. */
export function nextStatuses(
  { statusTransitions }: Transitions,
  isFrom: (value: string | null) => boolean,
  can?: CanTake,
): readonly string[] | undefined {
  return statusTransitions?.allowed
    .filter(({ from, access }) => from.some(isFrom) && mayTake(access, can))
    .flatMap(({ to }) => to);
}

/** Why a person cannot give the record the status by itself; undefined if they can. */
export function statusObstacle(
  resource: StatusRules,
  record: WireRecord,
  to: string,
  can: CanTake,
): PlatformError | FieldError | undefined {
  const next = { ...record, [statusField(resource)]: to };
  const related = (path: string) => valueAtPath(record, path);
  return statusRefusal(resource, record, to) ?? transitionError(resource, record, next, { related, can });
}

/** Whether transitions lead back to the status before, as undoing a change has to. */
export function canReturn(resource: StatusRules, now: WireRecord, before: WireRecord): boolean {
  const status = before[statusField(resource)];
  const isLimited = resource.statusTransitions !== undefined && status !== now[statusField(resource)];
  return !isLimited || (typeof status === "string" && !statusObstacle(resource, now, status, undefined));
}

/** Whether the record can get the status; see statusRefusal for the reasons. */
export function canChangeStatus(
  resource: StatusRules,
  record: WireRecord,
  to: string,
  protections?: Readonly<Record<string, StatusProtection>>,
): boolean {
  return statusRefusal(resource, record, to, protections) === null;
}

function isOneOf(states: StatusRules["hiddenWhen"], record: WireRecord): boolean {
  const value = states && record[states.field];
  return typeof value === "string" && states?.values.includes(value) === true;
}

type Endings = Pick<ResourceDescriptor, "remove" | "softDelete">;

/** The field and value that terminate a record. */
export function finalStatusOf({
  remove,
  softDelete,
}: Endings): { readonly field: string; readonly value: string } | undefined {
  return remove.by === "status" ? remove : softDelete;
}

/** Whether saving `next` over `record` terminates it. */
export function setsFinalStatus(descriptor: Endings, next: WireRecord, record: WireRecord | undefined): boolean {
  const end = finalStatusOf(descriptor);
  return end !== undefined && next[end.field] === end.value && record?.[end.field] !== end.value;
}

/** The resource for create forms: without final states, and with those alone that a record may begin with. */
export function withFirstStatuses(descriptor: ResourceDescriptor, can: CanTake): ResourceDescriptor {
  const end = finalStatusOf(descriptor);
  const first = nextStatuses(descriptor, (from) => from === null, can);
  const isFirst = (value: string | number) => value !== end?.value && first?.includes(String(value)) !== false;
  return end || first ? withChoices(descriptor, end?.field ?? statusField(descriptor), isFirst) : descriptor;
}

/**
 * The resource for this record's edit form: only the states it may enter, if not yet. A final record keeps its own.
 * Conditions of transitions are checked once it is saved: the form may change what they read.
 */
export function withAllowedStatuses(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  can?: CanTake,
): ResourceDescriptor {
  const field = statusField(descriptor);
  const current = record[field];
  const next = nextStatuses(descriptor, (from) => from === (current ?? null), can);
  const isAllowed = (value: string) => canChangeStatus(descriptor, record, value) && next?.includes(value) !== false;
  return withChoices(descriptor, field, (value) => value === current || isAllowed(String(value)));
}

function withChoices(
  descriptor: ResourceDescriptor,
  name: string,
  isOffered: (value: string | number) => boolean,
): ResourceDescriptor {
  const fields = descriptor.fields.map((field) =>
    field.name === name && field.enum ? { ...field, enum: field.enum.filter(isOffered) } : field,
  );
  return { ...descriptor, fields };
}
