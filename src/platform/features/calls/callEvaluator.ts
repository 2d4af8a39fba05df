import { type SeenCall, type Suppression, Suppressions } from "../../../core/telephony/calls/suppression.ts";
import type { BillingFee } from "../../../core/telephony/rating/billingFee.ts";
import { FeeIndex } from "../../../core/telephony/rating/feeIndex.ts";
import type { FeeQuestion } from "../../../core/telephony/rating/feeQuestion.ts";
import { LruCache } from "../../evaluation/lruCache.ts";

declare module "../../evaluation/evaluators.ts" {
  interface Evaluators {
    readonly suppressedBy: typeof suppressedBy;
    readonly zonesOf: typeof zonesOf;
  }
}

/** Finds the suppressions of calls, pairwise. */
export function suppressedBy({
  suppressions,
  calls,
}: {
  readonly suppressions: readonly Suppression[];
  readonly calls: readonly SeenCall[];
}): readonly (Suppression | undefined)[] {
  const all = new Suppressions(suppressions);
  return calls.map((call) => all.find(call));
}

type ZoneFee = BillingFee & { readonly billing_zone_id: number };

export interface ProfileFees {
  readonly id: number;
  readonly ignore_domain: boolean;
  readonly fees: readonly ZoneFee[];
}

interface ZoneQuestion {
  /** Names the fees, which are asked for where they are not known. */
  readonly key: string;
  /** `profileId`: of the one in force. */
  readonly calls: readonly (FeeQuestion & { readonly profileId: number | undefined })[];
}

const cache = new LruCache<ReadonlyMap<number, FeeIndex<ZoneFee>>>(4, () => 1);

function indexed(profiles: readonly ProfileFees[]): ReadonlyMap<number, FeeIndex<ZoneFee>> {
  return new Map(profiles.map(({ id, fees, ignore_domain }) => [id, new FeeIndex(fees, ignore_domain)]));
}

/** Ids of the zones of calls, pairwise; null: no fee matches. */
export async function zonesOf(
  { key, calls }: ZoneQuestion,
  ask: (question: "fees") => Promise<readonly ProfileFees[]>,
): Promise<readonly (number | null)[]> {
  const indexes = cache.get(key) ?? cache.set(key, indexed(await ask("fees")));
  return calls.map((call) => indexes.get(call.profileId ?? -1)?.match(call)?.fee.billing_zone_id ?? null);
}
