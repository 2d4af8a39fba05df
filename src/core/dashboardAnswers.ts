import type { WireRecord } from "./descriptor.ts";

/** What `/api/dashboard/...` answers. Times are RFC 3339. */

/** Calls from `start` to the next bucket's. */
export interface CallsBucket {
  readonly start: string;
  readonly answered: number;
  readonly unanswered: number;
}

/** An entry of the journal, as the dashboard tells it. */
export interface Change {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  /** `create`, `update` or `delete`. */
  readonly operation: string;
  readonly timestamp: string;
  readonly username: string;
  /** As it is now, with what its title is made of; null: it is gone. */
  readonly record: WireRecord | null;
}

/** Something that ends or changes by itself. */
export interface Upcoming {
  /** What it is: a voucher or an API certificate ends, a billing profile begins or ends. */
  readonly kind: "voucher" | "certificate" | "billing_profile";
  readonly at: string;
  /** The record it happens to, with what its title is made of. */
  readonly resource: string;
  readonly record: WireRecord;
}
