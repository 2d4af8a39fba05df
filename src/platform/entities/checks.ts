import type { Json } from "../../core/descriptor.ts";
import { businessError, type FieldError, validationFailed } from "../../core/errors.ts";
import { statusProtections } from "../../core/transitions.ts";
import type { Row, Work, WriteEvent } from "../entityHooks.ts";

/** Throws 422 when there is anything to complain about. */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw validationFailed(errors);
}

/** Whether a value of a body that nobody has checked yet is a text the database can be asked with. */
export function isAskable(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "" && !value.includes("\0") && value.isWellFormed();
}

/** The value a column will have once the event is stored. */
export function nextValue({ values, previous }: Pick<WriteEvent, "values" | "previous">, column: string): unknown {
  return column in values ? values[column] : previous?.[column];
}

/** Whether the event gives a column another value than it had; on create, whether it gives it one at all. */
export function isChanged(event: Pick<WriteEvent, "values" | "previous">, column: string): boolean {
  return !isSame(nextValue(event, column), event.previous?.[column]);
}

/** Whether the event gives any column another value. */
export function hasChanges(event: Pick<WriteEvent, "values" | "previous">): boolean {
  return Object.keys(event.values).some((column) => isChanged(event, column));
}

/** Numerics come as texts from the database and as numbers from the wire. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  return typeof a === "object" || typeof b === "object"
    ? JSON.stringify(a) === JSON.stringify(b)
    : String(a) === String(b);
}

/** New or moved records belong to a reseller that is not terminated. */
export async function checkReseller(event: WriteEvent): Promise<FieldError[]> {
  if (!isChanged(event, "reseller_id")) return [];
  const reseller = await event.work.load("resellers", Number(event.values.reseller_id));
  return reseller?.status === "terminated" ? [businessError("/reseller_id", "terminated")] : [];
}

export interface Transition {
  readonly from: string;
  readonly to: string;
}

/** The change of status that an update makes, if it makes one. */
export function statusChange(event: Pick<WriteEvent, "values" | "previous">): Transition | undefined {
  if (!event.previous || !isChanged(event, "status")) return undefined;
  return { from: String(event.previous.status), to: String(event.values.status) };
}

/**
 * Passes a status on to rows below. Those that have it already, are terminated for good or back the platform itself
 * stay as they are.
 */
export async function passStatusOn(work: Work, resource: string, rows: readonly Row[], status: string): Promise<void> {
  const protectedId = statusProtections[resource]?.id;
  const ids = rows
    .filter((row) => row.status !== status && row.status !== "terminated" && row.id !== protectedId)
    .map((row) => row.id);
  if (ids.length > 0) await work.change(resource, ids, { status });
}

/** A stored jsonb list; empty when nothing is stored. */
export function listOf<T extends Json>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
