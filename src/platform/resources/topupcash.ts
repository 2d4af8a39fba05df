import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isStorableId } from "../../core/schema/ids.ts";
import { hasValue } from "../../core/schema/valueAt.ts";
import type { LockLevel, ProfilePackage } from "../../core/telephony/balances/balance.ts";
import { topUp } from "../../core/telephony/balances/events.ts";
import { amountFromCents } from "../../core/values/amount.ts";
import { memoize } from "../../core/values/memoize.ts";
import { packageOf } from "../features/balances/balanceState.ts";
import { applyBalanceEvent, lockCustomer } from "../features/balances/balanceStore.ts";
import { authorOf, outcomesOf } from "../features/balances/topUpLog.ts";
import { violationAt } from "../records/hookHelpers.ts";
import type {
  CreateRefusedEvent,
  HookContext,
  ResourceHooks,
  Row,
  ValidateEvent,
  WriteEvent,
  WrittenEvent,
} from "../resourceHooks.ts";

type TopUpResource = "topupcash" | "topupvouchers";
type Event = WriteEvent<TopUpResource>;

/** Longest token and message that the log keeps. */
const MAX_LOG_TEXT_LENGTH = 255;

/** Locked at once, the customer first: many top-ups of one customer wait for each other. */
const changes = ["contract_id", "subscriber_id"];

/** A subscriber that is named alone stands for its customer. */
async function customerOfSubscriber({ context, body }: ValidateEvent): Promise<WireRecord> {
  if (hasValue(body.contract_id) || !isStorableId(body.subscriber_id)) return body;
  const subscriber = seenBy(context, await context.load("subscribers", body.subscriber_id));
  return subscriber ? { ...body, contract_id: subscriber.customer_id } : body;
}

/** The customer, locked. */
const customerOf = memoize(
  async ({ context, input }: Event): Promise<Row<"customers"> | undefined> =>
    input.contract_id ? lockCustomer(context, input.contract_id) : undefined,
);

/** The voucher with the code, locked; codes of other resellers are as good as unknown. */
const voucherOf = memoize(async (event: WriteEvent<"topupvouchers">): Promise<Row<"vouchers"> | undefined> => {
  const customer = await customerOf(event);
  if (!customer) return undefined;
  const query = event.context.db
    .selectFrom("vouchers")
    .selectAll()
    .where("reseller_id", "=", customer.reseller_id)
    .where("code", "=", event.input.code ?? "");
  return query.forNoKeyUpdate().executeTakeFirst();
});

/** Only active customers are topped up. */
const customerNotActive = {
  async beforeWrite(event: Event) {
    const customer = await customerOf(event);
    const isBroken = customer !== undefined && customer.status !== "active";
    const pointer = event.input.subscriber_id ? ("/subscriber_id" as const) : ("/contract_id" as const);
    return isBroken ? [{ pointer }] : [];
  },
};

export const topupcash: ResourceHooks<"topupcash"> = {
  lockForUpdate: changes,
  beforeValidate: customerOfSubscriber,

  checks: { customerNotActive },

  beforeWrite: (event) => beginLine(event, "cash"),

  async afterWrite(event) {
    const { amount, package_id } = event.input;
    await performTopUp(event, amount ?? 0, package_id ?? null);
  },

  onCreateRefused: (event) =>
    logFailure(event, {
      type: "cash",
      amount: typeof event.body.amount === "number" ? event.body.amount / 100 : null,
      package_after_id: event.body.package_id,
    }),
};

export const topupvouchers: ResourceHooks<"topupvouchers"> = {
  lockForUpdate: changes,
  beforeValidate: customerOfSubscriber,

  checks: {
    customerNotActive,
    voucherUnknown: violationAt("/code", async (event) => (await customerOf(event)) && !(await voucherOf(event))),
    voucherUsed: violationAt("/code", async (event) => (await voucherOf(event))?.used_at),
    voucherExpired: violationAt("/code", async (event) => {
      const until = (await voucherOf(event))?.valid_until;
      return until && new Date(until) < event.context.now;
    }),
    otherCustomer: violationAt("/code", async (event) => {
      const reserved = (await voucherOf(event))?.customer_id ?? null;
      return reserved !== null && reserved !== (await customerOf(event))?.id;
    }),
  },

  beforeWrite: (event) => beginLine(event, "voucher"),

  async afterWrite(event) {
    const { context, input } = event;
    const voucher = await voucherOf(event);
    if (!voucher) return;
    await performTopUp(event, voucher.amount, voucher.package_id);
    await context.updateMany("vouchers", [voucher.id], {
      used_at: context.now,
      used_by_subscriber_id: input.subscriber_id ?? null,
    });
    await context.db.updateTable("topuplogs").set({ voucher_id: voucher.id }).where("id", "=", event.row.id).execute();
  },

  onCreateRefused: (event) => logFailure(event, { type: "voucher", amount: null, package_after_id: undefined }),
};

/** A top-up is stored as its line in the log, which is complete once the balance is kept. */
async function beginLine(event: Event, type: "cash" | "voucher"): Promise<void> {
  const { values, input, context } = event;
  const customer = await customerOf(event);
  Object.assign(values, {
    ...authorOf(context),
    type,
    outcome: "ok",
    contract_id: customer?.id ?? null,
    reseller_id: customer?.reseller_id ?? null,
    subscriber_id: input.subscriber_id ?? null,
    request_token: toLogText(input.request_token),
  });
}

async function performTopUp(
  event: WrittenEvent<TopUpResource>,
  cents: number,
  packageId: number | null,
): Promise<void> {
  const { context, row } = event;
  const customer = await customerOf(event);
  if (!customer) return;
  const next: ProfilePackage | null = packageId === null ? null : await packageOf(context.db, packageId);
  const subscriberId = event.input.subscriber_id ?? null;
  const before = await lockLevelOf(context, subscriberId);
  const { state, log } = await applyBalanceEvent(
    context,
    customer,
    (contract, balance, now) => topUp(contract, balance, now, { amount: amountFromCents(cents), package: next }),
    next,
  );
  const line = {
    ...(await outcomesOf(context, [{ customer, state, log }]))[0],
    lock_level_before: before,
    lock_level_after: await lockLevelOf(context, subscriberId),
  };
  await context.db.updateTable("topuplogs").set(line).where("id", "=", row.id).execute();
}

async function lockLevelOf(context: HookContext, subscriberId: number | null): Promise<LockLevel | null> {
  if (subscriberId === null) return null;
  const subscriber = await context.load("subscribers", subscriberId);
  return subscriber ? (subscriber.lock ?? 0) : null;
}

interface Failure {
  readonly type: "cash" | "voucher";
  readonly amount: number | null;
  readonly package_after_id: Json | undefined;
}

/** A failed attempt is noted too, with what it named as far as the caller may see it. */
async function logFailure({ context, body, message }: CreateRefusedEvent, failure: Failure): Promise<void> {
  const subscriber = seenBy(context, await loadNamed(context, "subscribers", body.subscriber_id));
  const customerId = subscriber?.customer_id ?? body.contract_id;
  const customer = seenBy(context, await loadNamed(context, "customers", customerId));
  const profilePackage = seenBy(context, await loadNamed(context, "profilepackages", failure.package_after_id));
  const line = {
    ...authorOf(context),
    type: failure.type,
    outcome: "failed" as const,
    message: toLogText(message),
    contract_id: customer?.id ?? null,
    reseller_id: customer?.reseller_id ?? null,
    subscriber_id: subscriber?.id ?? null,
    amount: failure.amount,
    package_after_id: profilePackage?.id ?? null,
    request_token: toLogText(body.request_token),
  };
  await context.db.insertInto("topuplogs").values(line).execute();
}

/** The record that a request names by its id, if it is one. */
async function loadNamed<R extends "subscribers" | "customers" | "profilepackages", Given>(
  context: HookContext,
  resource: R,
  id: Given,
): Promise<Row<R> | undefined> {
  return isStorableId(id) ? context.load(resource, id) : undefined;
}

/** A row of the caller's reseller. */
function seenBy<R extends { readonly reseller_id: number | null }>(
  { actor }: Pick<HookContext, "actor">,
  row: R | undefined,
): R | undefined {
  return row && (actor.resellerId === null || row.reseller_id === actor.resellerId) ? row : undefined;
}

/** Returns a text as the log stores it, also one that was refused because it cannot be stored. */
function toLogText<Value>(value: Value): string {
  return typeof value === "string" ? value.replaceAll("\0", "").slice(0, MAX_LOG_TEXT_LENGTH) : "";
}
