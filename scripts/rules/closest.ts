import { nearestTo } from "../../codegen/problems.ts";

/** ` (did you mean "customers"?)`, for the end of a message about a name; empty if none is near. */
export function closest(name: string, known: readonly string[]): string {
  const near = nearestTo(name, known);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}
