import { openMappings, type ProfilePackage } from "../../core/balances/balance.ts";
import { changesBetween } from "../../core/balances/changes.ts";
import { changePackage } from "../../core/balances/events.ts";
import type { Row, WriteEvent, WrittenEvent } from "../entityHooks.ts";
import { fromMapping, loadBalance, packageOf } from "./balanceState.ts";
import { intervalsOf } from "./billing.ts";
import type { Interval } from "./billingIntervals.ts";
import { isChanged, listOf, nextValue } from "./checks.ts";
import { catchUpBalance, storeRows } from "./keepBalance.ts";

/** What remains to be done with the stored row. */
type Rest = (row: Row<"customers">) => Promise<void>;

/** By the values of the write, which both hooks get. */
const rests = new WeakMap<object, Rest>();

/**
 * What a new customer, and another package, mean to a balance: the package's profiles start at once, after those that
 * the request names, and its intervals follow when the customer is stored.
 */
export async function planPackageEvent(event: WriteEvent<"customers">): Promise<void> {
  const rest = await planned(event);
  if (rest) rests.set(event.values, rest);
}

export async function storePackageEvent({ values, row }: WrittenEvent<"customers">): Promise<void> {
  await rests.get(values)?.(row);
}

async function planned(event: WriteEvent<"customers">): Promise<Rest | undefined> {
  const { work, previous, values, mode } = event;
  if (mode === "create") {
    const held = await nextPackage(event);
    if (held)
      values.all_billing_profiles = [...intervalsAfter(event), ...openMappings(held, work.now).map(fromMapping)];
    return (row) => catchUpBalance(work, row);
  }
  if (!previous || previous.status === "terminated" || !isChanged(event, "profile_package_id")) return undefined;
  const next = await nextPackage(event);
  const balance = await loadBalance(work, previous, next);
  const after = changePackage(balance.contract, balance.state, work.now, next);
  const { mappings } = changesBetween(balance.state, after);
  if (mappings.length > 0) values.all_billing_profiles = [...intervalsAfter(event), ...mappings.map(fromMapping)];
  return (row) => storeRows(work, { ...balance, customer: row }, after);
}

async function nextPackage(event: WriteEvent<"customers">): Promise<ProfilePackage | null> {
  const id = nextValue(event, "profile_package_id");
  return typeof id === "number" ? packageOf(event.work.db, id) : null;
}

/** The intervals that are stored after the request, so far. */
function intervalsAfter({ values, previous }: WriteEvent<"customers">): Interval[] {
  return values.all_billing_profiles === undefined
    ? intervalsOf(previous)
    : listOf<Interval>(values.all_billing_profiles);
}
