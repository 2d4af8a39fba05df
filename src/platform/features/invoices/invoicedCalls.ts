import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ChargePeriod } from "../../../core/telephony/invoices/charges.ts";
import type { InvoiceCall } from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { FeeDirection } from "../../../core/telephony/rating/billingFee.ts";
import { amountFromCents, amountToText } from "../../../core/values/amount.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { anyOf } from "../../db/statements.ts";
import { MAX_REQUEST_MS } from "../../evaluation/asker.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import type { HookContext } from "../../resourceHooks.ts";
import { toFee } from "../billing/loadTariff.ts";
import type { ProfileFees } from "../calls/callEvaluator.ts";
import { callSides } from "../calls/callSides.ts";
import { findSuppressions, loadSuppressions } from "../calls/seenCalls.ts";

const BATCH = 1_000;
/** In place of a number that the caller withheld. */
const WITHHELD = "anonymous";

/** The calls of a customer that an invoice lists. */
export interface CallQuestion extends ChargePeriod {
  readonly customerId: number;
  readonly directions: readonly FeeDirection[];
}

interface ZoneName {
  readonly zone: string;
  readonly detail: string;
}

interface ZoneCall {
  readonly start: Date;
  readonly direction: FeeDirection;
  readonly own: string;
  readonly other: string;
}

/** The zones of calls by the profiles that were in force, pairwise. */
export type ZonesOf = (calls: readonly ZoneCall[]) => Promise<readonly ZoneName[]>;

/** Answered calls of the period, in order; those within the customer are not billed. */
function matching({ db }: Pick<HookContext, "db">, { customerId, start, end, directions }: CallQuestion) {
  return db
    .selectFrom(callSides.as("calllists"))
    .where("is_listed", "=", true)
    .where("customer_id", "=", customerId)
    .where("status", "=", "ok")
    .where("start_time", ">=", toRfc3339(start))
    .where("start_time", "<", toRfc3339(new Date(end.getTime() + 1000)))
    .where("direction", "=", anyOf(directions))
    .where("intra_customer", "=", false);
}

export async function countCalls(context: Pick<HookContext, "db">, question: CallQuestion): Promise<number> {
  const count = sql<number>`count(*)::integer`.as("count");
  return (await matching(context, question).select(count).executeTakeFirstOrThrow()).count;
}

/**
 * The calls in batches: the next one is read when this one has been used. Every call that is paid is listed; what call
 * lists suppress, with the label in place of the number.
 */
export async function* readCalls(
  context: Pick<HookContext, "db">,
  question: CallQuestion,
  zonesOf: ZonesOf,
): AsyncGenerator<InvoiceCall[]> {
  const suppressions = await loadSuppressions(context);
  let last: { start_time: string; id: number } | undefined;
  for (;;) {
    const after = last;
    const rows = await matching(context, question)
      .$if(after !== undefined, (calls) =>
        calls.where(sql<boolean>`(start_time, id) > (${after?.start_time}::timestamptz, ${after?.id}::integer)`),
      )
      .select([
        "id",
        "direction",
        "own_cli",
        "own_domain",
        "other_cli",
        "clir",
        "type",
        "start_time",
        "duration_seconds",
      ])
      .select(["customer_cost", "customer_free_time"])
      .orderBy("start_time")
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const suppressed = await findSuppressions(suppressions, rows);
    const sides = rows.map((row) => {
      const direction: ZoneCall["direction"] = row.direction === "in" ? "in" : "out";
      return { row, start: new Date(row.start_time), direction, own: row.own_cli ?? "", other: row.other_cli ?? "" };
    });
    const zones = await zonesOf(sides);
    yield sides.map(({ row, direction, own, other }, index): InvoiceCall => {
      const visibleNumber = suppressed[index]?.label ?? (direction === "in" && row.clir ? WITHHELD : other);
      return {
        start: row.start_time,
        from: direction === "in" ? visibleNumber : own,
        to: direction === "in" ? own : visibleNumber,
        type: row.type,
        seconds: row.duration_seconds,
        freeTime: row.customer_free_time ?? 0,
        ...(zones[index] ?? { zone: "", detail: "" }),
        cost: amountToText(amountFromCents(Number(row.customer_cost ?? 0))),
      };
    });
    last = rows.at(-1);
  }
}

/** Looks up zones by the fees of billing profiles, as rating does. `otherZone`: that of calls without a fee. */
export async function loadZones(
  { db }: Pick<HookContext, "db">,
  profiles: readonly { readonly id: number; readonly ignore_domain: boolean | null }[],
  profileIdAt: (instant: Date) => number | undefined,
  otherZone: string,
): Promise<ZonesOf> {
  const fees = await db
    .selectFrom("billingfees")
    .selectAll()
    .where("billing_profile_id", "=", anyOf(profiles.map(({ id }) => id)))
    .execute();
  const zones = await db
    .selectFrom("billingzones")
    .select(["id", "zone", "detail"])
    .where("billing_profile_id", "=", anyOf(profiles.map(({ id }) => id)))
    .execute();
  const names = new Map(zones.map(({ id, zone, detail }) => [id, { zone, detail: detail ?? "" }]));
  const byProfile = profiles.map(
    ({ id, ignore_domain }): ProfileFees => ({
      ...{ id, ignore_domain: ignore_domain ?? false },
      fees: fees.filter((fee) => fee.billing_profile_id === id).map(toFee),
    }),
  );
  const key = randomUUID();
  return async (calls) => {
    const zoneCalls = calls.map(({ start, direction, own, other }) => {
      const [source, destination] = direction === "in" ? [other, own] : [own, other];
      return {
        profileId: profileIdAt(start),
        ...{ direction, source: { user: source }, destination: { user: destination } },
      };
    });
    const question = { pointer: "/customer_id", answer: () => byProfile, longest: MAX_REQUEST_MS };
    const ids = await evaluate("zonesOf", { key, calls: zoneCalls }, question);
    return ids.map((id) => names.get(id ?? -1) ?? { zone: otherZone, detail: "" });
  };
}
