import { sql } from "kysely";
import { addAmounts, amountFromCents, amountToCents, taxOn } from "../../core/amount.ts";
import { type CallSide, viewCall } from "../../core/calls/callView.ts";
import type { SeenCall, Suppressions } from "../../core/calls/suppression.ts";
import { formatClock } from "../../core/duration.ts";
import { commonCallId } from "../../core/sip/callId.ts";
import { callSides } from "../calls/callSides.ts";
import { legsOfCall } from "../calls/legsOfCall.ts";
import { loadSuppressions } from "../calls/loadSuppressions.ts";
import { anyOf } from "../db/statements.ts";
import type { EntityHooks, Reading, Row } from "../entityHooks.ts";
import { inTime } from "../inTime.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { zonesOfSubscribers } from "./subscriberZones.ts";

/** Milliseconds of CPU time to compare a page of calls with all suppressions. */
const LONGEST = 500;
const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

type Entry = Row<"calllists">;

export const calllists: EntityHooks<"calllists"> = {
  source: callSides,
  ownerZones: zonesOfSubscribers,

  visibleTo: () => sql<boolean>`${column("is_listed")}`,

  filters: {
    /** Calls within the customer are those of their callers. */
    customer_id: {
      where(text) {
        const id = /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
        return sql<boolean>`(${column("customer_id")} = ${id}
          and (${column("direction")} = 'out' or not ${column("intra_customer")}))`;
      },
    },
    call_id: legsOfCall(),
  },

  async present(reading, rows, records) {
    const [suppressions, subscribers, taxes] = [
      await loadSuppressions(reading),
      await loadSubscribers(reading, rows),
      await loadTaxes(reading, rows),
    ];
    const remarks = remarksOn(rows, suppressions);
    for (const [index, row] of rows.entries()) {
      const record = records[index];
      if (!record) continue;
      const own = sideOf(row.own_cli, row.own_user, row.own_domain, subscribers.get(row.subscriber_id ?? 0));
      const other = sideOf(
        row.other_cli,
        row.other_user,
        row.other_domain,
        subscribers.get(row.other_subscriber_id ?? 0),
      );
      const isInternal = row.intra_customer ?? false;
      const view = viewCall({
        direction: row.direction === "in" ? "in" : "out",
        own: { ...own, isEnded: own.isEnded || row.subscriber_id === null },
        other: { ...other, isEnded: isInternal && other.isEnded },
        isWithheld: row.clir ?? false,
        isInternal,
        remark: remarks[index],
      });
      record.direction = view.direction;
      record.own_cli = view.own;
      record.other_cli = view.other;
      record.call_id = commonCallId(row.call_id);
      record.duration = formatClock(row.duration_seconds);
      record.total_customer_cost = withTax(row.customer_cost, taxes.get(row.customer_id ?? 0));
    }
  },
};

/** What staff is told of calls that subscribers do not see, or see without the number. */
function remarksOn(rows: readonly Entry[], suppressions: Suppressions): readonly (string | undefined)[] {
  if (suppressions.isEmpty) return [];
  return inTime(LONGEST, () =>
    rows.map((row) => {
      const found = suppressions.find(seenBy(row));
      return found && `${found.mode === "filter" ? "filtered" : "obfuscated"}: ${found.label}`;
    }),
  );
}

function seenBy({ direction, own_domain, other_cli }: Entry): SeenCall {
  return { direction: direction === "in" ? "in" : "out", domain: own_domain, number: other_cli };
}

interface Line {
  readonly extension: string | null;
  readonly isEnded: boolean;
}

function sideOf(
  number: string | null,
  user: string | null,
  domain: string | null,
  { extension, isEnded }: Line = { extension: null, isEnded: false },
): CallSide {
  return { number, user, domain, extension: isEnded ? null : extension, isEnded };
}

async function loadSubscribers({ db }: Reading, rows: readonly Entry[]): Promise<ReadonlyMap<number, Line>> {
  const ids = new Set(rows.flatMap((row) => [row.subscriber_id ?? [], row.other_subscriber_id ?? []].flat()));
  const found = await db
    .selectFrom("subscribers")
    .select(["id", "pbx_extension", "status"])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(
    found.map(({ id, pbx_extension, status }) => [id, { extension: pbx_extension, isEnded: status === "terminated" }]),
  );
}

/** Percent that customers pay on top, where it is added to their invoices. */
async function loadTaxes({ db }: Reading, rows: readonly Entry[]): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .selectFrom("customers")
    .select(["id", "vat_rate"])
    .where("id", "=", anyOf(new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))))
    .where("add_vat", "=", true)
    .execute();
  return new Map(found.map(({ id, vat_rate }) => [id, vat_rate ?? 0]));
}

function withTax(cents: number | null, percent = 0): number | null {
  if (cents === null || percent === 0) return cents;
  const net = amountFromCents(cents);
  return amountToCents(addAmounts(net, taxOn(net, percent, { decimals: 12, half: "up" })));
}
