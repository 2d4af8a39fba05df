import { randomUUID } from "node:crypto";
import { type Expression, type SqlBool, sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { catchUp } from "../../core/telephony/balances/catchUp.ts";
import { lockLevelOf } from "../../core/telephony/balances/underruns.ts";
import { preferenceKindOf } from "../../core/telephony/preferenceKind.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { anyOf, runConcurrently } from "../db/statements.ts";
import { valuesById } from "../db/valuesById.ts";
import { loadBalances } from "../features/balances/balanceState.ts";
import { withIvr } from "../features/subscriberEvents/ivr.ts";
import { watchSubscribers } from "../features/subscriberEvents/writeEvents.ts";
import { deletePreferences, loadPreferences, type StoredPreferences } from "../preferences/preferenceStore.ts";
import { changedColumns, isColumnChanged, nextValue, statusChange } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type {
  Check,
  HookContext,
  ReadContext,
  ResourceHooks,
  Row,
  ValidateEvent,
  WriteEvent,
} from "../resourceHooks.ts";
import { assertPilotDeletable, customerOf, customersOf, roleChecks } from "./pbx.ts";
import { completeGroup, groupWithoutPilot, leaveGroups, presentMembers, writeMembers } from "./pbxGroups.ts";
import { assignDefaultSets } from "./soundsets.ts";
import { freeNumbers, isTerminated, numberChecks, presentNumbers, writeNumbers } from "./subscriberNumbers.ts";

/** With another profile set the subscriber leaves the profile of the former one, unless the request names a profile. */
function withoutFormerProfile({ body, previous, sentFields }: ValidateEvent<"subscribers">): WireRecord {
  const isMoved = previous !== undefined && (body.profile_set_id ?? null) !== previous.profile_set_id;
  return isMoved && !sentFields.has("profile_id") ? { ...body, profile_id: null } : body;
}

/** The default profiles of sets, loaded once for subscribers that are written together. */
const defaultProfiles = memoize(
  (_: readonly WriteEvent<"subscribers">[]) => new Map<number, Promise<readonly Row<"subscriberprofiles">[]>>(),
);

/**
 * Assigns the default profile of a set, if it has one and the request names none. Without a set the subscriber has no
 * profile.
 */
async function assignProfile(event: WriteEvent<"subscribers">): Promise<void> {
  const { context, values, sentFields, batch } = event;
  if (!isColumnChanged(event, "profile_set_id") && !isColumnChanged(event, "profile_id")) return;
  const setId = nextValue(event, "profile_set_id");
  if (typeof setId !== "number") values.profile_id = null;
  else if (isColumnChanged(event, "profile_set_id") && !(sentFields.has("profile_id") && values.profile_id)) {
    const profilesOfSets = defaultProfiles(batch);
    const standard =
      profilesOfSets.get(setId) ?? context.findBy("subscriberprofiles", { profile_set_id: setId, set_default: true });
    profilesOfSets.set(setId, standard);
    values.profile_id = (await standard)[0]?.id ?? null;
  }
}

/** Lock levels implied by a status: 4 blocks all calls and the web interface. */
const LOCK_OF_STATUS: Readonly<Record<string, Row<"subscribers">["lock"]>> = { active: null, locked: 4 };

const subscriber = resourceExpressions<"subscribers">();
/** The numbers of a query's subscriber. */
const ownNumbers = subscriber.selectFrom("numbers").whereRef("numbers.subscriber_id", "=", "table.id");

/** A new extension must be within the customer's preferences. */
const extensionOutOfRange: Check<"subscribers", "/pbx_extension"> = {
  async beforeWrite(event) {
    const extension = nextValue(event, "pbx_extension");
    if (typeof extension !== "string" || !isColumnChanged(event, "pbx_extension")) return [];
    const customer = await customerOf(event);
    if (!customer) return [];
    const { from, to } = (await rangesOf(event.context, [customer.id])).get(customer.id) ?? { from: null, to: null };
    const isIn = (from === null || Number(extension) >= from) && (to === null || Number(extension) <= to);
    return isIn ? [] : [{ pointer: "/pbx_extension", params: { from: from ?? 0, to: to ?? "∞" } }];
  },
};

export const subscribers: ResourceHooks<"subscribers"> = {
  lockForUpdate: ["pbx_groupmember_ids"],

  checks: {
    ...roleChecks,
    groupPilotNeeded: { ...roleChecks.groupPilotNeeded, ...groupWithoutPilot },
    extensionOutOfRange,
    ...numberChecks,
  },

  async beforeValidate(event) {
    const body = await (event.mode === "create" ? completeGroup(event) : withoutFormerProfile(event));
    // Clients of earlier versions send 0 for none.
    return body.lock === 0 ? { ...body, lock: null } : body;
  },

  async beforeWrite(event) {
    const { mode, values, context } = event;
    if (mode === "create" || statusChange(event)?.from === "terminated")
      await assertRoom(event, await customerOf(event));
    if (isTerminated(event)) await assertPilotDeletable(event);
    await assignProfile(event);
    coupleLock(event);
    if (mode === "create") await lockByBalance(event);
    if (mode === "create") {
      Object.assign(values, { uuid: randomUUID(), create_timestamp: context.now });
      values.webusername ??= values.username;
    }
    if (changedColumns(event).length > 0) values.modify_timestamp = context.now;
  },

  async afterWriteMany(events) {
    const [first] = events;
    if (!first) return;
    const { context } = first;
    const tellEvents = await watchSubscribers(
      context,
      events.map(({ previous, row }) => ({ before: previous, after: row })),
    );
    const living = events.filter((event) => !isTerminated(event));
    const renumbered = new Set(await writeNumbers(context, living));
    for (const event of living) await writeMembers(event);
    const created = living.filter(({ mode }) => mode === "create");
    await assignDefaultSets(
      context,
      created.map(({ row }) => row),
    );
    // Rows that are written anyway have the time already; writing one twice costs as much as all else.
    const unstamped = living.filter(
      ({ row, values }) => renumbered.has(row.id) && values.modify_timestamp !== context.now,
    );
    await stampModified(
      context,
      unstamped.map(({ row }) => row.id),
    );
    const terminatedIds = events.filter(isTerminated).map(({ row }) => row.id);
    const endedIvr = await withIvr(context, terminatedIds);
    if (terminatedIds.length > 0) {
      await freeNumbers(context, terminatedIds);
      await leaveGroups(context, terminatedIds);
      await deletePreferences(context, "subscribers", terminatedIds);
    }
    await tellEvents(endedIvr);
  },

  async afterRead(context, rows, records) {
    await runConcurrently(context.db, [
      () => presentDomains(context, rows, records),
      () => presentNumbers(context, rows, records),
      () => presentMembers(context, rows, records),
      () => presentRange(context, rows, records),
    ]);
    for (const [index, record] of records.entries()) {
      // Earlier versions stored 0 for none.
      record.lock = record.lock || null;
      // Never answered, but clients see by null that none is set.
      if (rows[index]?.webpassword === null) record.webpassword = null;
    }
  },

  filters: {
    primary_number: { where: (value) => hasNumber(value, { isPrimary: true }) },
    alias: { where: (value) => hasNumber(value, { isPrimary: false }) },
  },
  legacyColumns: {
    number: ownNumbers.where("numbers.is_primary", "is", true).select("numbers.number").limit(sql.lit(1)),
  },
};

/** Locking a subscriber blocks all its calls; unlocking allows them unless the request gives a level. */
function coupleLock(event: WriteEvent<"subscribers">): void {
  const status = nextValue(event, "status");
  const isNew = event.mode === "create" && status === "locked";
  if (!isNew && !statusChange(event)) return;
  const level = LOCK_OF_STATUS[String(status)];
  if (level === undefined || (status === "active" && event.sentFields.has("lock"))) return;
  event.values.lock = level;
}

/** The balances of customers with a package, of subscribers that are written together. */
const balancesOf = memoize(async (events: readonly WriteEvent<"subscribers">[]) => {
  const owners = [...(await customersOf(events)).values()].filter((owner) => owner.profile_package_id);
  const customers = await events[0]?.context.loadAll(
    "customers",
    owners.map(({ id }) => id),
  );
  const balances = events[0] && customers ? await loadBalances(events[0].context, [...customers.values()]) : [];
  return new Map(balances.map((balance) => [balance.customer.id, balance]));
});

/** While the balance is below the threshold of the customer's package, new subscribers are locked as the others were. */
async function lockByBalance(event: WriteEvent<"subscribers">): Promise<void> {
  const { values, context } = event;
  const owner = await customerOf(event);
  if (!owner?.profile_package_id || values.lock) return;
  const balance = (await balancesOf(event.batch)).get(owner.id);
  if (!balance) return;
  const level = lockLevelOf(catchUp(balance.contract, balance.state, context.now));
  if (level !== null) values.lock = level || null;
}

/** Numbers are stored elsewhere, but belong to the subscriber. */
async function stampModified({ db, now }: HookContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable("subscribers").set({ modify_timestamp: now }).where("id", "=", anyOf(ids)).execute();
}

export async function presentDomains(
  { db }: ReadContext,
  rows: readonly { readonly domain_id: number | null }[],
  records: WireRecord[],
): Promise<void> {
  const ids = rows.map((row) => row.domain_id ?? 0);
  const names = await valuesById<string>(db, "domains", "domain", ids);
  for (const [index, record] of records.entries()) record.domain = names.get(rows[index]?.domain_id ?? 0) ?? null;
}

/** Subscribers with this primary number or alias, however it is written. */
export function hasNumber(text: string, { isPrimary }: { readonly isPrimary: boolean }): Expression<SqlBool> {
  const called = ownNumbers.where("numbers.number", "=", text.replace(/\D/g, ""));
  return subscriber.exists(called.where("numbers.is_primary", "is", isPrimary).select("numbers.id"));
}

/** Extensions that a customer may assign; unbounded on a side without a limit. */
interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** The range of cloud PBX subscribers, with one query per page. */
async function presentRange(
  context: ReadContext,
  rows: readonly Row<"subscribers">[],
  records: WireRecord[],
): Promise<void> {
  const inPbx = ({ is_pbx_pilot, pbx_extension }: Row<"subscribers">) =>
    is_pbx_pilot === true || pbx_extension !== null;
  const ranges = await rangesOf(context, [...new Set(rows.filter(inPbx).map((row) => row.customer_id))]);
  for (const [index, record] of records.entries()) {
    const row = rows[index];
    if (!row || !inPbx(row)) continue;
    const range = ranges.get(row.customer_id);
    record.ext_range_min = range?.from ?? null;
    record.ext_range_max = range?.to ?? null;
  }
}

async function rangesOf({ db }: Pick<ReadContext, "db">, customers: readonly number[]): Promise<Map<number, Range>> {
  const kind = preferenceKindOf("customers");
  if (!kind) return new Map();
  const storedPreferences = await loadPreferences(db, kind, customers);
  return new Map(
    [...storedPreferences].map(([id, preferences]) => [
      id,
      { from: numberOf(preferences, "ext_range_min"), to: numberOf(preferences, "ext_range_max") },
    ]),
  );
}

function numberOf(preferences: StoredPreferences, attribute: string): number | null {
  const preference = preferences.get(attribute);
  return preference && "value" in preference && typeof preference.value === "number" ? preference.value : null;
}

type Events = readonly WriteEvent<"subscribers">[];

/**
 * Throws 403 when another subscriber would exceed the limit of the customer or of its reseller's contract; terminated
 * ones do not count. Concurrent requests under the same limit are serialised until the transaction ends, so that two
 * cannot both take the last place; the limit itself stays locked.
 */
async function assertRoom(event: WriteEvent<"subscribers">, customer: Row<"customers"> | undefined): Promise<void> {
  if (!customer) return;
  const { batch } = event;
  // Those that are stored together with it, before it; for the reseller as if they were all of its customers.
  const before = batch.slice(0, batch.indexOf(event));
  const beside = before.filter(({ values }) => values.customer_id === customer.id).length;
  const limit = (await reliedCustomers(batch)).get(customer.id)?.max_subscribers;
  if (typeof limit === "number") {
    const customerScope = { limit: `customers/${customer.id}`, column: "customer_id", id: customer.id } as const;
    if ((await countOnce(event, customerScope, limit)) + beside >= limit)
      throw new PlatformError("customer_full", { limit });
  }
  const reseller = (await resellersOf(batch)).get(customer.reseller_id ?? -1);
  if (!reseller) return;
  const ofReseller = (await reliedContracts(batch)).get(reseller.contract_id ?? -1)?.max_subscribers;
  if (typeof ofReseller !== "number") return;
  const resellerScope = { limit: `contracts/${reseller.contract_id}`, column: "reseller_id", id: reseller.id } as const;
  if ((await countOnce(event, resellerScope, ofReseller)) + before.length >= ofReseller) {
    throw new PlatformError("reseller_full", { limit: ofReseller });
  }
}

/** Records that events need, loaded for all of them together. */
const loadedOnce = <R extends string>(
  how: "loadAll" | "loadAllLocked",
  resource: R,
  idsOf: (events: Events) => Promise<readonly number[]>,
) =>
  memoize(
    async (events: Events): Promise<ReadonlyMap<number, Row<R>>> =>
      (await events[0]?.context[how](resource, await idsOf(events))) ?? new Map(),
  );

const reliedCustomers = loadedOnce("loadAllLocked", "customers", async (events) =>
  [...(await customersOf(events)).values()].map(({ id }) => id),
);
const resellersOf = loadedOnce("loadAll", "resellers", async (events) =>
  [...(await customersOf(events)).values()].flatMap(({ reseller_id }) => reseller_id ?? []),
);
const reliedContracts = loadedOnce("loadAllLocked", "contracts", async (events) =>
  [...(await resellersOf(events)).values()].map(({ contract_id }) => contract_id),
);

/** A scope in which subscribers are counted, and the name of its limit. */
interface LimitScope {
  readonly limit: string;
  readonly column: "customer_id" | "reseller_id";
  readonly id: number;
}

/** Subscribers by limit, before any of those that are stored together. */
const counts = memoize((_: Events) => new Map<string, Promise<number>>());

function countOnce({ context, batch }: WriteEvent<"subscribers">, scope: LimitScope, enough: number): Promise<number> {
  const cached = counts(batch);
  const count = cached.get(scope.limit) ?? countSubscribers(context, scope, enough);
  cached.set(scope.limit, count);
  return count;
}

/** Counts no further than the limit. */
async function countSubscribers(
  { db }: HookContext,
  { limit, column, id }: LimitScope,
  enough: number,
): Promise<number> {
  // Not by the row's own lock: everybody who creates subscribers shares it, and none could then upgrade it.
  await sql`select pg_advisory_xact_lock(hashtext(${`${limit}/subscribers`}))`.execute(db);
  const own = db.selectFrom("subscribers").select("id").where(column, "=", id);
  const counted = own.where("status", "<>", sql.lit("terminated")).limit(enough).as("counted");
  const count = db.selectFrom(counted).select(({ fn }) => fn.countAll<number>().as("count"));
  return (await count.executeTakeFirstOrThrow()).count;
}
