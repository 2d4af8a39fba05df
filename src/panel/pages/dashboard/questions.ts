import type { ListFilter } from "../../resource/listAddress.ts";

/** Something that may need somebody: the records that a list with these filters shows. */
export interface Question {
  /** Names its text, `dashboard.attention.<key>`. */
  readonly key: string;
  readonly resource: string;
  readonly filter: ListFilter;
  /** Only our platform has the filter; others would answer with everything. */
  readonly isExtension?: boolean;
  /** Something does not work, rather than waits for a decision. */
  readonly isFailure?: boolean;
}

/** In the order in which they are worth looking at. */
export const questions: readonly Question[] = [
  { key: "serversDisabled", resource: "peeringservers", filter: { enabled: false }, isFailure: true },
  {
    key: "ratingFailed",
    resource: "calllists",
    filter: { rating_status: "failed" },
    isExtension: true,
    isFailure: true,
  },
  { key: "bannedIps", resource: "bannedips", filter: {}, isFailure: true },
  { key: "bannedUsers", resource: "bannedusers", filter: {}, isFailure: true },
  { key: "resellersLocked", resource: "resellers", filter: { status: "locked" } },
  { key: "contractsPending", resource: "contracts", filter: { status: "pending" } },
  { key: "contractsLocked", resource: "contracts", filter: { status: "locked" } },
  { key: "customersPending", resource: "customers", filter: { status: "pending" } },
  { key: "customersLocked", resource: "customers", filter: { status: "locked" } },
  { key: "subscribersLocked", resource: "subscribers", filter: { status: "locked" }, isExtension: true },
];
