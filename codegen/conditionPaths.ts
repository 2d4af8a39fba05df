import type { Condition } from "./schemaTypes.ts";

/** The fields and paths behind references that a condition reads. */
export function conditionPaths(condition: Condition): string[] {
  return Object.entries(condition).flatMap(([key, value]) =>
    key === "anyOf" ? (value as Condition[]).flatMap(conditionPaths) : key === "$mode" ? [] : [key],
  );
}
