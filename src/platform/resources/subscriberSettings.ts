import { sql } from "kysely";
import { isSwitch } from "../../core/values/filterValue.ts";
import { isColumnChanged, nextValue, patternError, refuse, toJsonArray, violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const speeddials: ResourceHooks<"speeddials"> = {
  filters: {
    /** Subscribers that have any; with 0 those without. */
    nonempty: {
      reads: "speeddials",
      accepts: isSwitch,
      where: (value) => {
        const hasNone = sql<boolean>`coalesce(jsonb_array_length(${sql.ref("table.speeddials")}), 0) = 0`;
        return value === "0" || value === "false" ? hasNone : sql<boolean>`not ${hasNone}`;
      },
    },
  },
};

export const autoattendants: ResourceHooks<"autoattendants"> = {
  checks: {
    /** Only a cloud PBX has the auto attendant. */
    cloudPbxNeeded: violationAt("/slots", async ({ context, values, previous }) => {
      if (!Array.isArray(values.slots) || values.slots.length === 0) return false;
      const customer = await context.load("customers", Number(previous?.customer_id));
      return customer?.type !== "pbxaccount";
    }),
  },
};

/** Parts of a mail that a line may match by a regular expression. */
const matched = ["from_email", "received_from", "destination"] as const;

export const mailtofaxsettings: ResourceHooks<"mailtofaxsettings"> = {
  async beforeWrite(event) {
    const lines = toJsonArray(nextValue(event, "acl")).map((line, index) => ({ line, pointer: `/acl/${index}` }));
    refuse(
      lines.flatMap(({ line, pointer }) =>
        line.use_regex === true ? matched.flatMap((name) => patternError(line[name], `${pointer}/${name}`)) : [],
      ),
    );
    if (isColumnChanged(event, "secret_key")) event.values.last_secret_key_modify = event.context.now;
  },
};

export const ccmapentries: ResourceHooks<"ccmapentries"> = {
  /** Callers are connected as the subscriber itself, unless another line is named. */
  async beforeWrite(event) {
    const uuid = event.previous?.uuid ?? null;
    const mappings = nextValue(event, "mappings");
    if (!mappings) return;
    event.values.mappings = toJsonArray(mappings).map((mapping) => ({
      ...mapping,
      source_uuid: mapping.source_uuid ?? uuid,
    }));
  },
};
