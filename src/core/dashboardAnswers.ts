import type { WireRecord } from "./descriptor.ts";

/** Responses of `/api/dashboard/...`. Times are RFC 3339. */

/** Calls from `start` until the next bucket. */
export interface CallsBucket {
  readonly start: string;
  readonly answered: number;
  readonly unanswered: number;
}

/** A journal entry, as the dashboard shows it. */
export interface Change {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  /** `create`, `update` or `delete`. */
  readonly operation: string;
  readonly timestamp: string;
  readonly username: string;
  /** Its current state, with the fields of its title; null: deleted. */
  readonly record: WireRecord | null;
}

/** Something that ends or changes on its own. */
export interface Upcoming {
  /** What happens: a voucher or an API certificate expires, a billing profile starts or ends. */
  readonly kind: "voucher" | "certificate" | "billing_profile";
  readonly at: string;
  /** The record affected, with the fields of its title. */
  readonly resource: string;
  readonly record: WireRecord;
}
