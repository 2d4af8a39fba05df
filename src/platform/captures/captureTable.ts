import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

const text = { type: "text", notNull: true, default: "''" } as const;

/**
 * SIP messages as Kamailio's siptrace module writes them, with its names: one row for each traced user of a message.
 * The platform only reads them.
 */
export const captureTable = {
  name: "sip_trace",
  columns: [
    // To the second; the microseconds are in the next column.
    { name: "time_stamp", type: "timestamptz", notNull: true },
    { name: "time_us", type: "integer", notNull: true, default: "0" },
    { name: "callid", ...text },
    // A subscriber's UUID, or `user@domain`, also as a SIP URI; empty: nobody's, which only the platform's own see.
    { name: "traced_user", ...text },
    { name: "msg", ...text },
    // Also of responses: that of their request.
    { name: "method", ...text },
    // Of responses.
    { name: "status", ...text },
    // `udp:192.0.2.1:5060`.
    { name: "fromip", ...text },
    { name: "toip", ...text },
    { name: "fromtag", ...text },
    { name: "totag", ...text },
    { name: "direction", ...text },
  ],
  indexes: [
    { name: "pb_sip_trace_callid", columns: ["callid"], unique: false },
    { name: "pb_sip_trace_time_stamp", columns: ["time_stamp"], unique: false },
    { name: "pb_sip_trace_traced_user", columns: ["traced_user"], unique: false },
  ],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    sip_trace: TableOf<typeof captureTable>;
  }
}
