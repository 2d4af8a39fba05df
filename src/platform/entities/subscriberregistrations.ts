import { sql } from "kysely";
import { fieldError } from "../../core/validate.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { refuse } from "./checks.ts";

/** The registrar of the embedded platform: expired registrations are hidden, and deleted with the next write. */
export const subscriberregistrations: EntityHooks<"subscriberregistrations"> = {
  async beforeWrite({ values, work }) {
    const isOver = typeof values.expires === "string" && new Date(values.expires) <= work.now;
    if (isOver) refuse([fieldError("/expires", "future")]);
  },

  async afterWrite({ row, work }) {
    await sql`delete from subscriberregistrations
      where subscriber_id = ${row.subscriber_id} and expires <= ${work.now}`.execute(work.db);
  },

  visibleTo: () => sql<boolean>`(${sql.ref("table.expires")} is null or ${sql.ref("table.expires")} > now())`,
};
