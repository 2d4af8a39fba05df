import { type CallSide, type CallView, viewCall } from "../../../core/telephony/calls/callView.ts";
import type { Suppression } from "../../../core/telephony/calls/suppression.ts";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import { addAmounts, amountFromCents, amountToCents, taxOn } from "../../../core/values/amount.ts";
import { formatClock } from "../../../core/values/duration.ts";
import { anyOf } from "../../db/statements.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";

/** The columns of a side of a call that say how its owner sees it. */
type SideOfCall = Readonly<
  Pick<
    Row<"conversations">,
    | "direction"
    | "own_cli"
    | "own_user"
    | "own_domain"
    | "other_cli"
    | "other_user"
    | "other_domain"
    | "other_subscriber_id"
    | "subscriber_id"
    | "customer_id"
    | "customer_cost"
    | "clir"
    | "intra_customer"
    | "call_id"
    | "duration_seconds"
  >
>;

/** A call as its owner sees it. */
export interface SeenSide extends CallView {
  readonly callId: string | null;
  /** `0:02:36`. */
  readonly duration: string | null;
  /** Cents with VAT, if it is added to the customer's invoices. */
  readonly total: number | null;
}

/** Returns the calls of a page as their owners see them, pairwise. */
export async function seeCalls(context: ReadContext, rows: readonly SideOfCall[]): Promise<readonly SeenSide[]> {
  const suppressed = await findSuppressions(await loadSuppressions(context), rows);
  const subscribers = await loadSubscribers(context, rows);
  const taxes = await loadTaxes(context, rows);
  return rows.map((row, index) => {
    const ownSide = sideOf(row.own_cli, row.own_user, row.own_domain, subscribers.get(row.subscriber_id ?? 0));
    const otherSide = sideOf(
      row.other_cli,
      row.other_user,
      row.other_domain,
      subscribers.get(row.other_subscriber_id ?? 0),
    );
    const isInternal = row.intra_customer ?? false;
    const view = viewCall({
      direction: row.direction === "in" ? "in" : "out",
      own: { ...ownSide, isTerminated: ownSide.isTerminated || row.subscriber_id === null },
      other: { ...otherSide, isTerminated: isInternal && otherSide.isTerminated },
      isWithheld: row.clir ?? false,
      isInternal,
      remark: remarkOn(suppressed[index]),
    });
    return {
      ...view,
      callId: row.call_id === null ? null : commonCallId(row.call_id),
      duration: row.duration_seconds === null ? null : formatClock(row.duration_seconds),
      total: withTax(row.customer_cost, taxes.get(row.customer_id ?? 0)),
    };
  });
}

/** A remark for staff on a call that subscribers do not see, or see without the number. */
function remarkOn(suppression: Suppression | undefined): string | undefined {
  return suppression && `${suppression.mode === "filter" ? "filtered" : "obfuscated"}: ${suppression.label}`;
}

interface ExtensionOwner {
  readonly extension: string | null;
  readonly isTerminated: boolean;
}

function sideOf(
  number: string | null,
  user: string | null,
  domain: string | null,
  { extension, isTerminated }: ExtensionOwner = { extension: null, isTerminated: false },
): CallSide {
  return { number, user, domain, extension: isTerminated ? null : extension, isTerminated };
}

async function loadSubscribers(
  { db }: ReadContext,
  rows: readonly SideOfCall[],
): Promise<ReadonlyMap<number, ExtensionOwner>> {
  const ids = new Set(rows.flatMap((row) => [row.subscriber_id ?? [], row.other_subscriber_id ?? []].flat()));
  const subscribers = await db
    .selectFrom("subscribers")
    .select(["id", "pbx_extension", "status"])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(
    subscribers.map(({ id, pbx_extension, status }) => [
      id,
      { extension: pbx_extension, isTerminated: status === "terminated" },
    ]),
  );
}

/** Percent that customers pay on top, where it is added to their invoices. */
async function loadTaxes({ db }: ReadContext, rows: readonly SideOfCall[]): Promise<ReadonlyMap<number, number>> {
  const customers = await db
    .selectFrom("customers")
    .select(["id", "vat_rate"])
    .where("id", "=", anyOf(new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))))
    .where("add_vat", "=", true)
    .execute();
  return new Map(customers.map(({ id, vat_rate }) => [id, vat_rate ?? 0]));
}

function withTax(cents: number | null, percent = 0): number | null {
  if (cents === null || percent === 0) return cents;
  const net = amountFromCents(cents);
  return amountToCents(addAmounts(net, taxOn(net, percent, { decimals: 12, half: "up" })));
}

/** The suppressions of call lists, the oldest first. */
export function loadSuppressions({ db }: Pick<ReadContext, "db">): Promise<readonly Suppression[]> {
  return db
    .selectFrom("calllistsuppressions")
    .select(["domain", "direction", "pattern", "mode", "label"])
    .where("mode", "<>", "disabled")
    .orderBy("id")
    .execute();
}

/** Finds the suppressions of calls, pairwise. Throws 422 for patterns that take too long. */
export async function findSuppressions(
  suppressions: readonly Suppression[],
  calls: readonly Pick<Row<"conversations">, "direction" | "own_domain" | "other_cli">[],
): Promise<readonly (Suppression | undefined)[]> {
  if (suppressions.length === 0) return [];
  const seenCalls = calls.map(({ direction, own_domain, other_cli }) => ({
    direction: direction === "in" ? ("in" as const) : ("out" as const),
    ...{ domain: own_domain, number: other_cli },
  }));
  return evaluate("suppressedBy", { suppressions, calls: seenCalls }, { pointer: "" });
}
