import { randomUUID } from "node:crypto";
import { type Expression, type SqlBool, sql } from "kysely";
import { catchUp } from "../../core/balances/catchUp.ts";
import { lockLevelOf } from "../../core/balances/underruns.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { once } from "../../core/once.ts";
import { anyOf } from "../db/statements.ts";
import { sideBySide } from "../db/tables.ts";
import type { EntityHooks, PrepareEvent, Reading, Row, Work, WriteEvent } from "../entityHooks.ts";
import { withIvr } from "../events/ivr.ts";
import { watchSubscribers } from "../events/writeEvents.ts";
import { forgetPreferences } from "../preferences/preferenceStore.ts";
import { rowsOf } from "../query/rowsOf.ts";
import { loadBalances } from "./balanceState.ts";
import { changedColumns, isChanged, nextValue, statusChange } from "./checks.ts";
import { extensionOutOfRange, presentRange } from "./extensionRange.ts";
import { assertPilotMayGo, customerOf, customersOf, roleChecks } from "./pbx.ts";
import { completeGroup, groupWithoutPilot, leaveGroups, presentMembers, writeMembers } from "./pbxGroups.ts";
import { giveDefaultSets } from "./sounds.ts";
import { assertRoom } from "./subscriberLimits.ts";
import { freeNumbers, isEnded, numberChecks, presentNumbers, writeNumbers } from "./subscriberNumbers.ts";

/** With another profile set the subscriber leaves the profile of the former one, unless the request names a profile. */
function withoutFormerProfile({ body, previous, touched }: PrepareEvent<"subscribers">): WireRecord {
  const isMoved = previous !== undefined && (body.profile_set_id ?? null) !== previous.profile_set_id;
  return isMoved && !touched.has("profile_id") ? { ...body, profile_id: null } : body;
}

/** The default profiles of sets, loaded once for subscribers that are written together. */
const standards = once(
  (_: readonly WriteEvent<"subscribers">[]) => new Map<number, Promise<readonly Row<"subscriberprofiles">[]>>(),
);

/** With a set alone the subscriber gets its default profile, if any; without a set it has none. */
async function giveProfile(event: WriteEvent<"subscribers">): Promise<void> {
  const { work, values, touched, together } = event;
  if (!isChanged(event, "profile_set_id") && !isChanged(event, "profile_id")) return;
  const setId = nextValue(event, "profile_set_id");
  if (typeof setId !== "number") values.profile_id = null;
  else if (isChanged(event, "profile_set_id") && !(touched.has("profile_id") && values.profile_id)) {
    const known = standards(together);
    const standard = known.get(setId) ?? work.find("subscriberprofiles", { profile_set_id: setId, set_default: true });
    known.set(setId, standard);
    values.profile_id = (await standard)[0]?.id ?? null;
  }
}

/** Lock levels implied by a status: 4 blocks all calls and the web interface. */
const LOCK_OF_STATUS: Readonly<Record<string, number | null>> = { active: null, locked: 4 };

const subscriber = rowsOf<"subscribers">();
/** The numbers of a query's subscriber. */
const ownNumbers = subscriber.selectFrom("numbers").whereRef("numbers.subscriber_id", "=", "table.id");

export const subscribers: EntityHooks<"subscribers"> = {
  changes: ["pbx_groupmember_ids"],

  checks: {
    ...roleChecks,
    groupPilotNeeded: { ...roleChecks.groupPilotNeeded, ...groupWithoutPilot },
    extensionOutOfRange,
    ...numberChecks,
  },

  async prepare(event) {
    const body = await (event.mode === "create" ? completeGroup(event) : withoutFormerProfile(event));
    // Clients of earlier versions send 0 for none.
    return body.lock === 0 ? { ...body, lock: null } : body;
  },

  async beforeWrite(event) {
    const { mode, values, work } = event;
    if (mode === "create" || statusChange(event)?.from === "terminated")
      await assertRoom(event, await customerOf(event));
    if (isEnded(event)) await assertPilotMayGo(event);
    await giveProfile(event);
    coupleLock(event);
    if (mode === "create") await lockByBalance(event);
    if (mode === "create") {
      Object.assign(values, { uuid: randomUUID(), create_timestamp: work.now });
      values.webusername ??= values.username;
    }
    if (changedColumns(event).length > 0) values.modify_timestamp = work.now;
  },

  async afterWriteAll(events) {
    const [first] = events;
    if (!first) return;
    const { work } = first;
    const tellEvents = await watchSubscribers(
      work,
      events.map(({ previous, row }) => ({ before: previous, after: row })),
    );
    const living = events.filter((event) => !isEnded(event));
    const renumbered = new Set(await writeNumbers(work, living));
    for (const event of living) await writeMembers(event);
    const created = living.filter(({ mode }) => mode === "create");
    await giveDefaultSets(
      work,
      created.map(({ row }) => row),
    );
    // Rows that are written anyway have the time already; writing one twice costs as much as all else.
    const unstamped = living.filter(
      ({ row, values }) => renumbered.has(row.id) && values.modify_timestamp !== work.now,
    );
    await stampModified(
      work,
      unstamped.map(({ row }) => row.id),
    );
    const ended = events.filter(isEnded).map(({ row }) => row.id);
    const endedIvr = await withIvr(work, ended);
    if (ended.length > 0) {
      await freeNumbers(work, ended);
      await leaveGroups(work, ended);
      await forgetPreferences(work, "subscribers", ended);
    }
    await tellEvents(endedIvr);
  },

  async present(reading, rows, records) {
    await sideBySide(reading.db, [
      () => presentDomains(reading, rows, records),
      () => presentNumbers(reading, rows, records),
      () => presentMembers(reading, rows, records),
      () => presentRange(reading, rows, records),
    ]);
    // Earlier versions stored 0 for none.
    for (const record of records) record.lock = record.lock || null;
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
  if (level === undefined || (status === "active" && event.touched.has("lock"))) return;
  event.values.lock = level;
}

/** The balances of customers with a package, of subscribers that are written together. */
const balancesOf = once(async (events: readonly WriteEvent<"subscribers">[]) => {
  const owners = [...(await customersOf(events)).values()].filter((owner) => owner.profile_package_id);
  const customers = await events[0]?.work.loadAll(
    "customers",
    owners.map(({ id }) => id),
  );
  const balances = events[0] && customers ? await loadBalances(events[0].work, [...customers.values()]) : [];
  return new Map(balances.map((balance) => [balance.customer.id, balance]));
});

/** While the balance is below the threshold of the customer's package, new subscribers are locked as the others were. */
async function lockByBalance(event: WriteEvent<"subscribers">): Promise<void> {
  const { values, work } = event;
  const owner = await customerOf(event);
  if (!owner?.profile_package_id || values.lock) return;
  const balance = (await balancesOf(event.together)).get(owner.id);
  if (!balance) return;
  const level = lockLevelOf(catchUp(balance.contract, balance.state, work.now));
  if (level !== null) values.lock = level || null;
}

/** Numbers are stored elsewhere, but belong to the subscriber. */
async function stampModified({ db, now }: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable("subscribers").set({ modify_timestamp: now }).where("id", "=", anyOf(ids)).execute();
}

async function presentDomains({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => Number(row.domain_id)))];
  if (ids.length === 0) return;
  const found = await db.selectFrom("domains").select(["id", "domain"]).where("id", "=", anyOf(ids)).execute();
  const names = new Map(found.map(({ id, domain }) => [id, domain]));
  for (const [index, record] of records.entries()) record.domain = names.get(Number(rows[index]?.domain_id)) ?? null;
}

/** Subscribers with this primary number or alias, however it is written. */
export function hasNumber(text: string, { isPrimary }: { readonly isPrimary: boolean }): Expression<SqlBool> {
  const called = ownNumbers.where("numbers.number", "=", text.replace(/\D/g, ""));
  return subscriber.exists(called.where("numbers.is_primary", "is", isPrimary).select("numbers.id"));
}
