/** Costs of calls in a zone in a period; amounts in cents. */
export interface ZoneCost {
  readonly customercost: number;
  readonly resellercost: number;
  /** For administrators of the platform only. */
  readonly carriercost?: number;
  /** Seconds. */
  readonly duration: number;
  readonly free_time: number;
  /** Number of calls. */
  readonly number: number;
}

/** Costs by the name of the zone; calls without one have the empty name. */
export type ZoneCosts = Readonly<Record<string, ZoneCost>>;

/** A customer's costs with their currencies, where the platform names these. */
export interface CustomerZoneCosts {
  readonly zones: ZoneCosts;
  readonly currency?: string | null;
  /** Currency of the reseller's and the carriers' costs. */
  readonly reseller_currency?: string | null;
  /** The zones of calls that were rated in other currencies; absent: there are none. */
  readonly former?: readonly Pick<CustomerZoneCosts, "zones" | "currency">[];
}

export const zoneDirections = ["in_out", "in", "out"] as const;
export type ZoneDirection = (typeof zoneDirections)[number];
