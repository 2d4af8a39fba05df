import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Running processes of the product on this database; a row that is no longer seen belongs to one that has died. */
const nodeTable = {
  name: "nodes",
  columns: [
    { name: "node", type: "text", notNull: true },
    // Host and process, for people.
    { name: "name", type: "text", notNull: true },
    { name: "version", type: "text", notNull: true },
    { name: "started_at", type: "timestamptz", notNull: true },
    { name: "seen_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_nodes_node_unique", columns: ["node"], unique: true }],
} as const satisfies TableDescriptor;

/** What one node at a time does, and until when it may without renewing its claim. */
const dutyTable = {
  name: "nodeduties",
  columns: [
    { name: "duty", type: "text", notNull: true },
    { name: "node", type: "text", notNull: true },
    { name: "until", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_nodeduties_duty_unique", columns: ["duty"], unique: true }],
} as const satisfies TableDescriptor;

/** Requests on all nodes, within a window of time that begins at the same moment on all of them. */
const requestCountTable = {
  name: "requestcounts",
  columns: [
    // What was asked for and by which address: `login 192.0.2.7`.
    { name: "counted", type: "text", notNull: true },
    { name: "since", type: "timestamptz", notNull: true },
    { name: "requests", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_requestcounts_counted_since_unique", columns: ["counted", "since"], unique: true }],
} as const satisfies TableDescriptor;

/** How far in the log of writes (`X/Y`) an administrator's last change is: see decision 73. */
const lastWriteTable = {
  name: "lastwrites",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "place", type: "text", notNull: true },
  ],
  indexes: [{ name: "pb_lastwrites_admin_id_unique", columns: ["admin_id"], unique: true }],
} as const satisfies TableDescriptor;

export const nodeTables = [nodeTable, dutyTable, requestCountTable, lastWriteTable];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    nodes: TableOf<typeof nodeTable>;
    nodeduties: TableOf<typeof dutyTable>;
    requestcounts: TableOf<typeof requestCountTable>;
    lastwrites: TableOf<typeof lastWriteTable>;
  }
}
