import { Suppressions } from "../../core/calls/suppression.ts";
import type { Reading } from "../entityHooks.ts";

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
