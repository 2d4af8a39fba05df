import type { CallsBucket } from "./dashboardResponse.ts";

export interface LastChange {
  readonly id: number;
  /** `create`, `update` or `delete`. */
  readonly operation: string;
  /** As in the journal. */
  readonly timestamp: string;
  readonly username: string | null;
  /** Nobody made it: the platform did, at a time set for it. */
  readonly is_scheduled: boolean;
}

export const overviewResources: readonly string[] = ["customers", "resellers", "subscribers"];

/** Days that the calls of an overview cover, today included. */
export const OVERVIEW_DAYS = 14;

/**
 * `GET /api/<resource>/{id}/overview`: facts in the header of a record's page that are not its fields. What the caller
 * may not read, or the resource has not, is absent.
 */
export interface RecordOverview {
  /** Numbers of records by the tab's path; absent: more than can be counted quickly, or not readable. */
  readonly counts: Readonly<Record<string, number>>;
  /** Subscribers that are not terminated, and how many there may be; null: any number. */
  readonly subscribers?: { readonly used: number; readonly max: number | null };
  /** In units of the currency. */
  readonly balance?: { readonly cash: number; readonly currency: string | null };
  /** Calls per day of the zone asked for; `to` is where the last day ends. */
  readonly calls?: { readonly to: string; readonly buckets: readonly CallsBucket[] };
  /** Newest first. */
  readonly changes?: readonly LastChange[];
}
