import type { EntityHooks } from "../entityHooks.ts";
import { rowsOf } from "../query/rowsOf.ts";

export const vouchers: EntityHooks<"vouchers"> = {
  async beforeWrite({ mode, values, work }) {
    if (mode === "create") values.created_at = work.now;
  },

  filters: {
    // Older clients filter by the whole code, base64-encoded so that any character fits in a URL.
    base64_code: {
      reads: "code",
      where: (value) => rowsOf<"vouchers">()("table.code", "=", decode(value)),
    },
  },
};

/** PostgreSQL text cannot contain NUL; no voucher has such a code. */
function decode(value: string): string {
  return Buffer.from(value, "base64").toString("utf8").replaceAll("\0", "");
}
