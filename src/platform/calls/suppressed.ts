import { type Suppression, Suppressions } from "../../core/calls/suppression.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { inTime } from "../inTime.ts";

/** Milliseconds of CPU time to compare a page or batch of calls with all suppressions. */
const LONGEST = 500;

/** The suppressions of call lists, the oldest first. */
export async function loadSuppressions({ db }: Pick<Reading, "db">): Promise<Suppressions> {
  const rows = await db
    .selectFrom("calllistsuppressions")
    .select(["domain", "direction", "pattern", "mode", "label"])
    .where("mode", "<>", "disabled")
    .orderBy("id")
    .execute();
  return new Suppressions(rows);
}

/** What each of the calls is suppressed by, pairwise. Throws platform_timeout for patterns that take too long. */
export function suppressionsOf(
  suppressions: Suppressions,
  calls: readonly Pick<Row<"conversations">, "direction" | "own_domain" | "other_cli">[],
): readonly (Suppression | undefined)[] {
  if (suppressions.isEmpty) return [];
  return inTime(LONGEST, () =>
    calls.map(({ direction, own_domain, other_cli }) =>
      suppressions.find({ direction: direction === "in" ? "in" : "out", domain: own_domain, number: other_cli }),
    ),
  );
}
