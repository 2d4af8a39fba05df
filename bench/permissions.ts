import { type Caller, can } from "../src/core/access.ts";
import type { ResourceDescriptor, WireRecord } from "../src/core/descriptor.ts";
import { descriptor } from "../src/generated/descriptors/admins.gen.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROWS = 100;
const COLUMNS = 12;
const ROUNDS = 31;
/** Maximum for a whole list in milliseconds: a third of a frame. */
const MAX_MS = 5;

/** Has rights on the own record and on single fields, so that no check returns early. */
const caller: Caller = { role: "superuser", adminId: 7, admin: { call_data: true, billing_data: true } };
const records: readonly WireRecord[] = Array.from({ length: ROWS }, (_, index) => ({ id: index + 1 }));

/** Permission checks of a list: each column, each row's actions and each cell that can be edited inline. */
export async function benchPermissions(): Promise<Figure[]> {
  const fields = descriptor.fields.slice(0, COLUMNS);
  if (fields.length !== COLUMNS) throw new Error(`${fields.length} columns, expected ${COLUMNS}`);
  const later = median(repeat(() => descriptor));
  const first = median(repeat(() => structuredClone(descriptor)));
  return [
    figure("permissions of a list of 100 x 12, first render, ms", first),
    figure("permissions of a list of 100 x 12, later renders, ms", later),
  ];
}

/** `take` returns the descriptor to check; a new one has no cached results. */
function repeat(take: () => ResourceDescriptor): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const descriptorToCheck = take();
    const started = performance.now();
    checkAll(descriptorToCheck);
    return performance.now() - started;
  });
}

function checkAll(descriptorToCheck: ResourceDescriptor): void {
  const fields = descriptorToCheck.fields.slice(0, COLUMNS);
  for (const field of fields) can(caller, descriptorToCheck, "read", { field });
  can(caller, descriptorToCheck, "create");
  for (const record of records) {
    for (const right of ["read", "update", "create", "delete"] as const)
      can(caller, descriptorToCheck, right, { record });
    for (const field of fields) {
      can(caller, descriptorToCheck, "read", { record, field });
      can(caller, descriptorToCheck, "update", { record });
      can(caller, descriptorToCheck, "update", { record, field });
    }
  }
}

function figure(name: string, value: number): Figure {
  return { name, ours: milliseconds(value), value, bound: { atMost: MAX_MS } };
}
