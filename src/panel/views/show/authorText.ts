import type { CellContext } from "../../kinds/cell.ts";
import type { JournalEntry } from "../../providers/journal.ts";

/** Names the author of a change for people. */
export function authorText(
  { username, isScheduled }: Pick<JournalEntry, "username" | "isScheduled">,
  translate: CellContext["translate"],
): string {
  return isScheduled ? translate("app.scheduledWork") : (username ?? translate("views.journal.nobody"));
}
