import { openMappings, type ProfilePackage } from "../../../core/telephony/balances/balance.ts";
import { balanceChanges } from "../../../core/telephony/balances/changes.ts";
import { changePackage } from "../../../core/telephony/balances/events.ts";
import { memoize } from "../../../core/values/memoize.ts";
import { isColumnChanged, nextValue, toJsonArray } from "../../records/hookHelpers.ts";
import type { Row, WriteEvent, WrittenEvent } from "../../resourceHooks.ts";
import { intervalsOf } from "../billing/billing.ts";
import type { Interval } from "../billing/billingIntervals.ts";
import { fromMapping, loadBalance, packagesOf } from "./balanceState.ts";
import { catchUpBalances, journalBalances, storeRows } from "./balanceStore.ts";

/** The work left for the stored row; "begin": its first interval. */
type StoredRowWork = "begin" | ((row: Row<"customers">) => Promise<void>);

/** By the values of the write, which both hooks get. */
const rests = new WeakMap<object, StoredRowWork>();

/**
 * Plans the effects of a new customer and of another package on a balance: the package's profiles start at once, after
 * those that the request names, and its intervals follow when the customer is stored.
 */
export async function planPackageEvent(event: WriteEvent<"customers">): Promise<void> {
  const rest = await planned(event);
  if (rest) rests.set(event.values, rest);
}

export async function storePackageEvents(events: readonly WrittenEvent<"customers">[]): Promise<void> {
  const [first] = events;
  const begun = events.filter(({ values }) => rests.get(values) === "begin");
  if (first && begun.length > 0) {
    await catchUpBalances(
      first.context,
      begun.map(({ row }) => row),
    );
  }
  for (const { values, row } of events) {
    const rest = rests.get(values);
    if (typeof rest === "function") await rest(row);
  }
}

async function planned(event: WriteEvent<"customers">): Promise<StoredRowWork | undefined> {
  const { context, previous, values, mode } = event;
  if (mode === "create") {
    const pkg = await nextPackage(event);
    if (pkg)
      values.all_billing_profiles = [...intervalsAfter(event), ...openMappings(pkg, context.now).map(fromMapping)];
    return "begin";
  }
  if (!previous || previous.status === "terminated" || !isColumnChanged(event, "profile_package_id")) return undefined;
  const next = await nextPackage(event);
  const balance = await loadBalance(context, previous, next);
  const after = changePackage(balance.contract, balance.state, context.now, next);
  const { mappings } = balanceChanges(balance.state, after);
  if (mappings.length > 0) values.all_billing_profiles = [...intervalsAfter(event), ...mappings.map(fromMapping)];
  return async (row) => {
    const applied = [{ balance: { ...balance, customer: row }, after }];
    await storeRows(context, applied);
    await journalBalances(context, applied);
  };
}

/** The packages of customers that are written together. */
const packagesAhead = memoize(async (events: readonly WriteEvent<"customers">[]) => {
  const ids = events.map((event) => nextValue(event, "profile_package_id"));
  const validIds = ids.filter((id) => typeof id === "number");
  return events[0] ? packagesOf(events[0].context.db, validIds) : new Map<number, ProfilePackage>();
});

async function nextPackage(event: WriteEvent<"customers">): Promise<ProfilePackage | null> {
  const id = nextValue(event, "profile_package_id");
  return typeof id === "number" ? ((await packagesAhead(event.batch)).get(id) ?? null) : null;
}

/** The intervals that are stored after the request, so far. */
function intervalsAfter({ values, previous }: WriteEvent<"customers">): Interval[] {
  return values.all_billing_profiles === undefined ? intervalsOf(previous) : toJsonArray(values.all_billing_profiles);
}
