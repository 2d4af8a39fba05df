import { sql } from "kysely";
import { businessError } from "../../core/errors.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { isChanged, nextValue, refuse } from "./checks.ts";

export const speeddials: EntityHooks = {
  filters: {
    /** Subscribers that have any; with 0 those that have none. */
    nonempty: {
      reads: "speeddials",
      where: (value) => {
        const hasNone = sql<boolean>`coalesce(jsonb_array_length(${sql.ref("table.speeddials")}), 0) = 0`;
        return value === "0" || value === "false" ? hasNone : sql<boolean>`not ${hasNone}`;
      },
    },
  },
};

export const autoattendants: EntityHooks = {
  /** Only a cloud PBX has the menu that asks callers for keys. */
  async beforeWrite({ work, values, previous }) {
    if (!Array.isArray(values.slots) || values.slots.length === 0) return;
    const customer = await work.load("customers", Number(previous?.customer_id));
    if (customer?.type !== "pbxaccount") refuse([businessError("/slots", "cloudPbxNeeded")]);
  },
};

export const mailtofaxsettings: EntityHooks = {
  async beforeWrite(event) {
    if (isChanged(event, "secret_key")) event.values.last_secret_key_modify = event.work.now;
  },
};

export const ccmapentries: EntityHooks = {
  /** A caller is put through as the subscriber itself, unless a line of another one is named. */
  async beforeWrite(event) {
    const mappings = nextValue(event, "mappings");
    if (!Array.isArray(mappings)) return;
    const uuid = event.previous?.uuid;
    event.values.mappings = mappings.map((mapping) => ({ ...mapping, source_uuid: mapping.source_uuid ?? uuid }));
  },
};
