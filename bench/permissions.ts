import { type Caller, can } from "../src/core/access.ts";
import type { ResourceDescriptor, WireRecord } from "../src/core/descriptor.ts";
import { descriptor } from "../src/generated/descriptors/admins.gen.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROWS = 100;
const COLUMNS = 12;
const ROUNDS = 31;
/** Bound of a whole list, in milliseconds: a third of a frame. */
const MOST = 5;

/** Somebody with rights on the own record and on single fields, so that no question is answered early. */
const caller: Caller = { role: "superuser", adminId: 7, admin: { call_data: true, billing_data: true } };
const records: readonly WireRecord[] = Array.from({ length: ROWS }, (_, index) => ({ id: index + 1 }));

/** What a list asks about rights: of each column, of each row for its actions, of each cell for changing it in place. */
export async function benchPermissions(): Promise<Figure[]> {
  const fields = descriptor.fields.slice(0, COLUMNS);
  if (fields.length !== COLUMNS) throw new Error(`${fields.length} columns are not ${COLUMNS}`);
  const later = median(repeat(() => descriptor));
  const first = median(repeat(() => structuredClone(descriptor)));
  return [
    figure("permissions of a list of 100 x 12, first rendering, ms", first),
    figure("permissions of a list of 100 x 12, later ones, ms", later),
  ];
}

/** `take` answers the descriptor to ask about: of a new one nothing is remembered. */
function repeat(take: () => ResourceDescriptor): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const asked = take();
    const started = performance.now();
    askAll(asked);
    return performance.now() - started;
  });
}

function askAll(asked: ResourceDescriptor): void {
  const fields = asked.fields.slice(0, COLUMNS);
  for (const field of fields) can(caller, asked, "read", { field });
  can(caller, asked, "create");
  for (const record of records) {
    for (const right of ["read", "update", "create", "delete"] as const) can(caller, asked, right, { record });
    for (const field of fields) {
      can(caller, asked, "read", { record, field });
      can(caller, asked, "update", { record });
      can(caller, asked, "update", { record, field });
    }
  }
}

function figure(name: string, value: number): Figure {
  return { name, ours: milliseconds(value), value, bound: { atMost: MOST } };
}
