import type { Suppression } from "../../../core/telephony/calls/suppression.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";

/** The suppressions of call lists, the oldest first. */
export function loadSuppressions({ db }: Pick<ReadContext, "db">): Promise<readonly Suppression[]> {
  return db
    .selectFrom("calllistsuppressions")
    .select(["domain", "direction", "pattern", "mode", "label"])
    .where("mode", "<>", "disabled")
    .orderBy("id")
    .execute();
}

/** Finds the suppressions of calls, pairwise. Throws 422 for patterns that take too long. */
export async function findSuppressions(
  suppressions: readonly Suppression[],
  calls: readonly Pick<Row<"conversations">, "direction" | "own_domain" | "other_cli">[],
): Promise<readonly (Suppression | undefined)[]> {
  if (suppressions.length === 0) return [];
  const seenCalls = calls.map(({ direction, own_domain, other_cli }) => ({
    direction: direction === "in" ? ("in" as const) : ("out" as const),
    ...{ domain: own_domain, number: other_cli },
  }));
  return evaluate("suppressedBy", { suppressions, calls: seenCalls }, { pointer: "" });
}
