import type { Json, WireRecord } from "../schema/descriptor.ts";

/** Responses of `/api/dashboard/...`. Times are RFC 3339. */

/** Answers many questions at once: `paths` has the addresses of GET requests, one a line. */
export const answersPath = "/api/dashboard/answers";
export const MAX_QUESTIONS = 40;

/** The response to a request for one of these paths. */
export interface PathResponse {
  readonly status: number;
  readonly body: Json;
}

/** Sums over some calls. The legs of a forwarded call count as one call, and all add to duration and cost. */
export interface CallSums {
  readonly answered: number;
  readonly unanswered: number;
  /** Seconds. */
  readonly duration: number;
  /** Cents that customers pay, by currency; "": unknown. */
  readonly costs: Readonly<Record<string, number>>;
}

export interface CallsBucket extends CallSums {
  readonly start: string;
}

/** The common ground of calls: their result, the reseller, or the domain outside the platform that was called. */
export type CallGrouping = "result" | "reseller" | "peer";

export interface CallsGroup extends CallSums {
  /** A value of `call_status`, the id of a reseller, or a domain. */
  readonly key: string;
  /** The name of a reseller; otherwise as the key. */
  readonly title: string;
}

export interface DeviceGroup {
  /** As the devices tell it; null: they do not. */
  readonly user_agent: string | null;
  readonly devices: number;
  readonly subscribers: number;
}

/** Resources that a new platform needs records of before anybody can call, in the order in which they need each other. */
export const firstSteps = [
  "resellers",
  "domains",
  "billingprofiles",
  "peeringgroups",
  "customers",
  "subscribers",
] as const;

export interface FirstStep {
  readonly resource: (typeof firstSteps)[number];
  /** The oldest record that somebody made; null: the step is still to be done. */
  readonly id: number | null;
}

export interface RecentChange {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  /** `create`, `update` or `delete`. */
  readonly operation: string;
  readonly timestamp: string;
  readonly username: string;
  /** Nobody made it: the platform did, at a time set for it. */
  readonly is_scheduled: boolean;
  /** Its current state, with the fields of its title; null: deleted. */
  readonly record: WireRecord | null;
}

/** Something that ends or changes on its own. */
export interface Upcoming {
  /** The event: a voucher or an API certificate expires, a billing profile starts or ends. */
  readonly kind: "voucher" | "certificate" | "billing_profile";
  readonly at: string;
  /** The record affected, with the fields of its title. */
  readonly resource: string;
  readonly record: WireRecord;
}
