import { businessError } from "../../core/errors.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { isChanged, nextValue, refuse } from "./checks.ts";

/** Columns that make one rule of a group the same as another. */
const OUTBOUND = ["group_id", "callee_prefix", "callee_pattern", "caller_pattern"];
const INBOUND = ["group_id", "field", "pattern"];

export const peeringrules: EntityHooks = {
  beforeWrite: (event) => refuseTwin(event, OUTBOUND, "/callee_pattern"),
};

export const peeringinboundrules: EntityHooks = {
  beforeWrite: (event) => refuseTwin(event, INBOUND, "/pattern"),
};

async function refuseTwin(event: WriteEvent, columns: readonly string[], pointer: string): Promise<void> {
  if (!columns.some((column) => isChanged(event, column))) return;
  const { work, descriptor, previous } = event;
  const where = Object.fromEntries(columns.map((column) => [column, nextValue(event, column) ?? null]));
  const twins = await work.find(descriptor.name, where);
  if (twins.some((twin) => twin.id !== previous?.id)) refuse([businessError(pointer, "duplicateRule")]);
}
