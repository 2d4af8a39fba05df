import { sql } from "kysely";
import { businessError } from "../../core/errors.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { isChanged, refuse } from "./checks.ts";

const never = sql<boolean>`false`;
/** Values of the filter `type`. */
const KINDS: Readonly<Record<string, ReturnType<typeof sql<boolean>>>> = {
  primary: sql<boolean>`${sql.ref("table.is_primary")}`,
  alias: sql<boolean>`not ${sql.ref("table.is_primary")}`,
};

/** Moves a number to another subscriber; the rules are those of subscribers. */
export const numbers: EntityHooks<"numbers"> = {
  changes: ["subscriber_id"],

  async beforeWrite(event) {
    const isMoved = isChanged(event, "subscriber_id");
    if (isMoved && event.previous?.is_primary) refuse([businessError("/subscriber_id", "primaryNumberMove")]);
  },

  async afterWrite(event) {
    if (!isChanged(event, "subscriber_id")) return;
    const { db, now } = event.work;
    await sql`update subscribers set modify_timestamp = ${now}
      where id in (${event.previous?.subscriber_id}, ${event.row.subscriber_id})`.execute(db);
  },

  filters: { type: { where: (value) => KINDS[value] ?? never } },
};
