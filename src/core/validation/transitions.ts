import type { ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";
import type { ErrorCode } from "./errorCatalogue.ts";
import { PlatformError } from "./errors.ts";

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
export type StatusRules = Pick<ResourceDescriptor, "name" | "remove" | "softDelete" | "hiddenWhen" | "readOnlyWhen">;

/** The status field, as named by the removal or end of records. */
export function statusField(resource: StatusRules): string {
  const { readOnlyWhen, hiddenWhen, softDelete, remove } = resource;
  return (readOnlyWhen ?? hiddenWhen ?? softDelete ?? (remove.by === "status" ? remove : undefined))?.field ?? "status";
}

/**
 * Why the record cannot get the status, null when it can. There is no transition table: any value may follow any other,
 * unless the record is gone (404), final (422), or protected (403).
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

/** The resource for create forms: without final states. */
export function withoutFinalStatus(descriptor: ResourceDescriptor): ResourceDescriptor {
  const end = finalStatusOf(descriptor);
  return end ? withChoices(descriptor, end.field, (value) => value !== end.value) : descriptor;
}

/** The resource for this record's edit form: only the states it may enter. A final record keeps its own. */
export function withAllowedStatuses(descriptor: ResourceDescriptor, record: WireRecord): ResourceDescriptor {
  const field = statusField(descriptor);
  return withChoices(
    descriptor,
    field,
    (value) => value === record[field] || canChangeStatus(descriptor, record, String(value)),
  );
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
