import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** The last number of each reseller: its row is locked until the invoice is stored, so that no number is left out. */
const counterTable = {
  name: "invoicecounters",
  columns: [
    { name: "reseller_id", type: "integer", notNull: true },
    { name: "last", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_invoicecounters_reseller", columns: ["reseller_id"], unique: true }],
} as const satisfies TableDescriptor;

/** What invoices were made from, compressed: part 0 is the document with its template, the others are calls. */
const sourceTable = {
  name: "invoicesources",
  columns: [
    { name: "invoice_id", type: "integer", notNull: true },
    { name: "part", type: "integer", notNull: true },
    { name: "content", type: "bytea", notNull: true },
  ],
  indexes: [{ name: "pb_invoicesources_part", columns: ["invoice_id", "part"], unique: true }],
} as const satisfies TableDescriptor;

export const invoiceTables = [counterTable, sourceTable];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    invoicecounters: TableOf<typeof counterTable>;
    invoicesources: TableOf<typeof sourceTable>;
  }
}
