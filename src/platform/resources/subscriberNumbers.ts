import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import { neededKindOf } from "../../core/telephony/preferenceKind.ts";
import { fieldError, validationFailed } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { E164_MAX_DIGITS, type PhoneNumber } from "../../core/values/phoneNumber.ts";
import { anyOf } from "../db/statements.ts";
import type { RuleViolation } from "../declaredRules.ts";
import { pilotsOf } from "../features/subscriberEvents/pilots.ts";
import {
  loadPreferences,
  type PreferenceChanges,
  type StoredPreference,
  savePreferences,
} from "../preferences/preferenceStore.ts";
import { statusChange, toJsonArray } from "../records/hookHelpers.ts";
import type {
  Checks,
  HookContext,
  NewJournalEntry,
  ReadContext,
  Row,
  WriteEvent,
  WrittenEvent,
} from "../resourceHooks.ts";
import { customerOf } from "./pbx.ts";

interface StoredNumber {
  readonly id: number;
  readonly subscriber_id: number;
  readonly cc: string;
  readonly ac: string | null;
  readonly sn: string;
  readonly number: string;
  readonly is_primary: boolean;
  readonly is_devid: boolean;
}

/** A number to assign to a subscriber, and the pointer for its errors. */
interface NumberAssignment extends PhoneNumber {
  readonly pointer: "/primary_number" | `/alias_numbers/${number}` | "/pbx_extension";
  readonly number: string;
  readonly isPrimary: boolean;
  readonly isDevid: boolean;
}

/** A subscriber whose numbers are set. */
interface Owner {
  readonly row: Row<"subscribers">;
  readonly stored: readonly StoredNumber[];
  readonly assigned: readonly NumberAssignment[];
}

type Written = WrittenEvent<"subscribers">;

/** A number that is taken, and by whom; undefined: by another field of the same request. */
interface Clash extends Pick<NumberAssignment, "pointer" | "number"> {
  readonly holder: number | undefined;
}

/** The effect of an event on numbers, and its violations of rules. */
interface NumbersPlan {
  /** The subscriber itself first. */
  readonly owners: readonly Owner[];
  readonly numberTooLong: readonly RuleViolation<NumberAssignment["pointer"]>[];
  readonly clashes: readonly Clash[];
  readonly numbersTaken: readonly RuleViolation<"/alias_numbers">[];
}

/** Above this, clashing numbers are counted instead of listed. */
const MAX_NAMED_CLASHES = 10;

export const numberChecks: Checks<"subscribers", "numberTooLong" | "numberTaken" | "numbersTaken"> = {
  numberTooLong: { afterWrite: async (event) => (await numbersPlanOf(event))?.numberTooLong ?? [] },
  numberTaken: { afterWrite: async (event) => withHolders(event.context, (await numbersPlanOf(event))?.clashes ?? []) },
  numbersTaken: { afterWrite: async (event) => (await numbersPlanOf(event))?.numbersTaken ?? [] },
};

/**
 * Synchronises the number table with the events: primary and alias numbers of subscribers, or the number that a seat
 * derives from its pilot and extension. When a pilot's number changes, so do those of all seats. Returns the
 * subscribers whose own have changed.
 */
export async function writeNumbers(context: HookContext, events: readonly Written[]): Promise<number[]> {
  const plans: NumbersPlan[] = [];
  for (const event of events) {
    const plan = await numbersPlanOf(event);
    if (plan) plans.push(plan);
  }
  const owners = plans.flatMap((plan) => plan.owners);
  const gone = owners.flatMap(({ stored, assigned }) =>
    stored.filter((number) => !assigned.some((other) => other.number === number.number)).map(({ id }) => id),
  );
  if (gone.length > 0) await removeNumbers(context, sql<boolean>`id = any(${gone})`);
  // Unchanged numbers keep their row and id.
  const fresh = owners.flatMap(({ row, stored, assigned }) =>
    assigned
      .filter((number) => !stored.some((other) => isSameNumber(other, number)))
      .map((number) => ({ row, number })),
  );
  await storeNumbers(context, fresh);
  await writeNumberPreferences(context, owners);
  return plans.flatMap(({ owners: [own] }) => (own && !hasSameNumbers(own.stored, own.assigned) ? [own.row.id] : []));
}

/**
 * Sets the preferences that follow from numbers where these change: `cc` and `ac` of the primary one, and in
 * `allowed_clis` each number in place of those that are gone. Other entries stay.
 */
async function writeNumberPreferences({ db }: HookContext, owners: readonly Owner[]): Promise<void> {
  const changed = owners.filter(({ stored, assigned }) => !hasSameNumbers(stored, assigned));
  const kind = neededKindOf("subscribers");
  const held = await loadPreferences(
    db,
    kind,
    changed.map(({ row }) => row.id),
  );
  const changes = changed.map(({ row, stored, assigned }): [number, PreferenceChanges] => {
    const before = held.get(row.id)?.get("allowed_clis");
    const former = new Set(stored.map(({ number }) => number));
    const texts = before && "value" in before ? [before.value].flat() : [];
    const listed = texts.filter((text) => typeof text === "string");
    const allowed = [
      ...listed.filter((number) => !former.has(number)),
      ...assigned.map(({ number }) => number).filter((number) => !former.has(number) || listed.includes(number)),
    ];
    const primary = assigned.find(({ isPrimary }) => isPrimary);
    return [
      row.id,
      new Map<string, StoredPreference | undefined>([
        ["cc", primary && { value: primary.cc }],
        ["ac", primary?.ac ? { value: primary.ac } : undefined],
        ["allowed_clis", allowed.length > 0 ? { value: [...new Set(allowed)] } : undefined],
      ]),
    ];
  });
  await savePreferences(db, kind, new Map(changes));
}

const numbersPlanOf = memoize(async (event: Written): Promise<NumbersPlan | undefined> => {
  const { row, context } = event;
  const owner = await ownerOf(event);
  if (!owner) return undefined;
  const { stored, assigned } = owner;
  const plan = checkNumbers(owner, [owner], await holdersOf(event.writtenBatch));
  const base = assigned.find(({ isPrimary }) => isPrimary);
  const hasNewBase = base?.number !== stored.find((number) => number.is_primary)?.number;
  if (isBroken(plan) || !(base && hasNewBase && row.is_pbx_pilot && event.previous)) return plan;
  const seats = await seatsBehind(context, row, base);
  const owners = [owner, ...seats];
  const holders = await loadHolders(context, seats);
  for (const seat of seats) {
    const ofSeat = checkNumbers(seat, owners, holders);
    if (isBroken(ofSeat)) return ofSeat;
  }
  return { ...plan, owners };
});

/** Returns the subscriber with its stored and assigned numbers; undefined if the write changes no numbers. */
const ownerOf = memoize(async (event: Written): Promise<Owner | undefined> => {
  if (isTerminated(event)) return undefined;
  const customer = await customerOf(event);
  if (!concernsNumbers(event, customer)) return undefined;
  const stored = (await numbersBefore(event.writtenBatch)).filter(
    ({ subscriber_id }) => subscriber_id === event.row.id,
  );
  const assigned = await assignedNumbers(event, customer, stored);
  return assigned && { row: event.row, stored, assigned };
});

/** Those of all that are written together and were there before, as far as numbers are concerned. */
const numbersBefore = memoize(async (events: readonly Written[]): Promise<readonly StoredNumber[]> => {
  const ids: number[] = [];
  for (const event of events)
    if (event.previous && !isTerminated(event) && concernsNumbers(event, await customerOf(event)))
      ids.push(event.row.id);
  return events[0] && ids.length > 0 ? numbersOf(events[0].context, ids) : [];
});

/** The main numbers of the pilots behind seats that are written together, by customer. */
const pilotNumbers = memoize(async (events: readonly Written[]): Promise<ReadonlyMap<number, StoredNumber>> => {
  const customers: number[] = [];
  for (const event of events) {
    const customer = await customerOf(event);
    if (isSeat(event.row, customer) && !isTerminated(event) && concernsNumbers(event, customer))
      customers.push(event.row.customer_id);
  }
  const context = events[0]?.context;
  const pilots = context ? await pilotsOf(context, customers) : new Map<number, Row<"subscribers">>();
  const customerBy = new Map([...pilots].map(([customer, { id }]) => [id, customer]));
  const numbers = context && customerBy.size > 0 ? await numbersOf(context, [...customerBy.keys()]) : [];
  const main = numbers.filter(({ is_primary }) => is_primary).toReversed();
  return new Map(main.map((number) => [customerBy.get(number.subscriber_id) ?? 0, number]));
});

/** Returns the holders of the numbers assigned to subscribers that are written together. */
const holdersOf = memoize(async (events: readonly Written[]): Promise<Holders> => {
  const owners: Owner[] = [];
  for (const event of events) {
    const owner = await ownerOf(event);
    if (owner) owners.push(owner);
  }
  return events[0] ? loadHolders(events[0].context, owners) : new Map();
});

/** Frees the numbers of terminated subscribers; in a cloud PBX their aliases return to the remaining pilot. */
export async function freeNumbers(context: HookContext, ids: readonly number[]): Promise<void> {
  await context.db
    .updateTable("numbers")
    .from("subscribers as seat")
    .innerJoin("subscribers as pilot", "pilot.customer_id", "seat.customer_id")
    .set((row) => ({ subscriber_id: row.ref("pilot.id"), row_version: row("numbers.row_version", "+", 1) }))
    .where("seat.id", "=", anyOf(ids))
    .where("pilot.is_pbx_pilot", "is", true)
    .where("pilot.status", "<>", sql.lit("terminated"))
    .whereRef("numbers.subscriber_id", "=", "seat.id")
    .where("numbers.is_primary", "is", false)
    .execute();
  await removeNumbers(context, sql<boolean>`subscriber_id = any(${[...ids]})`);
}

/**
 * Removes numbers, also from keys of phones that have them as their device ID. Keys have numbers of their own
 * customer's subscribers only: comparing all phones with all numbers took twice as long as the rest of terminating a
 * reseller.
 */
async function removeNumbers(context: HookContext, which: RawBuilder<boolean>): Promise<void> {
  const isGone = sql<boolean>`line -> 'deviceid_number_id' in (select to_jsonb(id) from gone)`;
  const { rows } = await sql<{ id: number; reseller_id: number; before: Json; after: Json }>`
    with gone as (delete from numbers where ${which} returning id, subscriber_id),
      phones as (select id, lines from pbxdevices
        where customer_id in (select customer_id from subscribers where id in (select subscriber_id from gone))
          and exists (select from jsonb_array_elements(lines) as one (line) where ${isGone}))
    update pbxdevices set row_version = row_version + 1, lines = (
      select jsonb_agg(case when ${isGone} then line - 'deviceid_number_id' else line end order by at)
      from jsonb_array_elements(phones.lines) with ordinality as one (line, at))
    from phones where pbxdevices.id = phones.id
    returning pbxdevices.id, reseller_id, phones.lines as before, pbxdevices.lines as after`.execute(context.db);
  await context.journal(
    ...rows.map(
      ({ id, reseller_id: resellerId, before, after }): NewJournalEntry => ({
        ...{ resource: "pbxdevices", id, operation: "update", resellerId, changes: { lines: { before, after } } },
      }),
    ),
  );
}

/** `primary_number` and `alias_numbers` of a page of subscribers, with one query. */
export async function presentNumbers({ db }: ReadContext, rows: readonly Row[], records: WireRecord[]): Promise<void> {
  if (rows.length === 0) return;
  const storedNumbers = await db
    .selectFrom("numbers")
    .select(["id", "subscriber_id", "cc", "ac", "sn", "is_primary", "is_devid"])
    .where("subscriber_id", "=", anyOf(rows.map(({ id }) => id)))
    .orderBy("id")
    .execute();
  const bySubscriber = new Map<number, (typeof storedNumbers)[number][]>();
  for (const number of storedNumbers) {
    const siblings = bySubscriber.get(number.subscriber_id);
    if (siblings) siblings.push(number);
    else bySubscriber.set(number.subscriber_id, [number]);
  }
  for (const [index, record] of records.entries()) {
    const numbers = bySubscriber.get(rows[index]?.id ?? 0) ?? [];
    const primary = numbers.find(({ is_primary }) => is_primary);
    record.primary_number = primary ? parts(primary) : null;
    record.alias_numbers = numbers
      .filter(({ is_primary }) => !is_primary)
      .map((number) => ({ ...parts(number), is_devid: number.is_devid }));
  }
}

function parts({ id, cc, ac, sn }: Pick<StoredNumber, "id" | "cc" | "ac" | "sn">): { [key: string]: Json } {
  return { cc, ac, sn, number_id: id };
}

export function isTerminated(event: WriteEvent<"subscribers">): boolean {
  return statusChange(event)?.to === "terminated";
}

/** Whether the event affects numbers: those of a seat follow its extension. */
function concernsNumbers(
  { mode, row, sentFields, previous }: WrittenEvent<"subscribers">,
  customer: Row | undefined,
): boolean {
  // Others may have the numbers of a restored subscriber by now.
  if (mode === "create" || (previous?.status === "terminated" && row.status !== "terminated")) return true;
  if (isSeat(row, customer)) return previous?.pbx_extension !== row.pbx_extension;
  return sentFields.has("primary_number") || sentFields.has("alias_numbers");
}

/** Undefined: a seat whose pilot has no number has none either. */
async function assignedNumbers(
  { input, row, writtenBatch }: Written,
  customer: Row | undefined,
  storedNumbers: readonly StoredNumber[],
): Promise<NumberAssignment[] | undefined> {
  if (isSeat(row, customer)) {
    const base = (await pilotNumbers(writtenBatch)).get(row.customer_id);
    return base && seatNumbers(base, row, storedNumbers, "/pbx_extension");
  }
  const primary = input.primary_number;
  const aliases = toJsonArray(input.alias_numbers).filter(isObject);
  return [
    ...(isObject(primary) ? [toAssignment(primary, "/primary_number", true)] : []),
    ...aliases.map((alias, index) => toAssignment(alias, `/alias_numbers/${index}`, false)),
  ];
}

/** The seats of a pilot with a new number, with theirs. */
async function seatsBehind(context: HookContext, pilot: Row<"subscribers">, base: PhoneNumber): Promise<Owner[]> {
  const query = context.db.selectFrom("subscribers").selectAll().where("customer_id", "=", pilot.customer_id);
  const living = query.where("id", "<>", pilot.id).where("status", "<>", sql.lit("terminated"));
  const seats = await living.orderBy("id").execute();
  const numbers = await numbersOf(
    context,
    seats.map(({ id }) => id),
  );
  return seats.map((row) => {
    const stored = numbers.filter(({ subscriber_id }) => subscriber_id === row.id);
    return { row, stored, assigned: seatNumbers(base, row, stored, "/primary_number") };
  });
}

function isSeat(row: Row, customer: Row | undefined): boolean {
  return customer?.type === "pbxaccount" && !row.is_pbx_pilot;
}

/** A seat's own number and its aliases; `pointer` is the field that changes the former. */
function seatNumbers(
  { cc, ac, sn }: PhoneNumber,
  row: Row,
  storedNumbers: readonly StoredNumber[],
  pointer: NumberAssignment["pointer"],
): NumberAssignment[] {
  const seatNumber = { cc, ac, sn: `${sn}${row.pbx_extension ?? ""}` };
  const aliases = storedNumbers.filter((number) => !number.is_primary);
  return [
    { ...seatNumber, pointer, number: digits(seatNumber), isPrimary: true, isDevid: false },
    ...aliases.map((alias) => ({ ...alias, pointer, isPrimary: false, isDevid: alias.is_devid })),
  ];
}

function toAssignment(
  sentNumber: { [key: string]: Json },
  pointer: NumberAssignment["pointer"],
  isPrimary: boolean,
): NumberAssignment {
  const number = { cc: textIn(sentNumber, "cc"), ac: textIn(sentNumber, "ac") || null, sn: textIn(sentNumber, "sn") };
  return { ...number, pointer, number: digits(number), isPrimary, isDevid: sentNumber.is_devid === true };
}

function digits({ cc, ac, sn }: PhoneNumber): string {
  return `${cc}${ac ?? ""}${sn}`;
}

/** Returns the violations of one owner's numbers, which are unique platform-wide. */
function checkNumbers(owner: Owner, owners: readonly Owner[], holders: Holders): NumbersPlan {
  const { assigned } = owner;
  const tooLong = assigned.filter(({ number }) => number.length > E164_MAX_DIGITS);
  const ids = new Set(owners.map(({ row }) => row.id));
  const isForeign = (number: string) => holders.has(number) && !ids.has(holders.get(number) ?? 0);
  const all = owners.flatMap(({ assigned }) => assigned);
  const isTaken = (assignment: NumberAssignment) =>
    isForeign(assignment.number) || all.find(({ number }) => number === assignment.number) !== assignment;
  const clashes = assigned.filter(isTaken);
  const isNamed = clashes.length <= MAX_NAMED_CLASHES;
  return {
    owners: [owner],
    numberTooLong: tooLong.map(({ pointer }) => ({ pointer, params: { limit: E164_MAX_DIGITS } })),
    clashes: isNamed
      ? clashes.map(({ pointer, number }) => ({
          pointer,
          number,
          holder: isForeign(number) ? holders.get(number) : undefined,
        }))
      : [],
    numbersTaken: isNamed ? [] : [{ pointer: "/alias_numbers", params: { count: clashes.length } }],
  };
}

/** Subscribers by the number that they have. */
type Holders = ReadonlyMap<string, number>;

async function loadHolders({ db }: HookContext, owners: readonly Owner[]): Promise<Holders> {
  const assigned = owners.flatMap((owner) => owner.assigned.map(({ number }) => number));
  if (assigned.length === 0) return new Map();
  const query = db.selectFrom("numbers").select(["number", "subscriber_id"]).where("number", "=", anyOf(assigned));
  return new Map((await query.execute()).map(({ number, subscriber_id }) => [number ?? "", subscriber_id]));
}

function isBroken({ numberTooLong, clashes, numbersTaken }: NumbersPlan): boolean {
  return [numberTooLong, clashes, numbersTaken].some((breaches) => breaches.length > 0);
}

/** Says whose the numbers are, as far as the caller may know. */
async function withHolders(
  context: HookContext,
  clashes: readonly Clash[],
): Promise<RuleViolation<NumberAssignment["pointer"]>[]> {
  if (clashes.length === 0) return [];
  const { resellerId } = context.actor;
  const subscribers = await context.loadAll(
    "subscribers",
    clashes.flatMap(({ holder }) => holder ?? []),
  );
  const domains = await context.loadAll(
    "domains",
    [...subscribers.values()].map(({ domain_id }) => domain_id),
  );
  return clashes.map(({ pointer, number, holder }): RuleViolation<NumberAssignment["pointer"]> => {
    const row = subscribers.get(holder ?? 0);
    if (!row || (resellerId !== null && row.reseller_id !== resellerId)) return { pointer, params: { number } };
    const title = `${row.username}@${domains.get(row.domain_id)?.domain ?? ""}`;
    return { pointer, params: { number, holder: title, holder_id: row.id, holder_resource: "subscribers" } };
  });
}

/** A number for a subscriber. */
interface NewNumber {
  readonly row: Row<"subscribers">;
  readonly number: NumberAssignment;
}

/**
 * Stores numbers, or throws 422 at the first that cannot be. A concurrent request may have taken one, or a
 * subscriber that is stored together with this one.
 */
async function storeNumbers({ db }: HookContext, newNumbers: readonly NewNumber[]): Promise<void> {
  if (newNumbers.length === 0) return;
  const owners = new Map(newNumbers.toReversed().map(({ row, number }) => [number.number, row.id]));
  const distinct = newNumbers.filter(({ row, number }) => owners.get(number.number) === row.id);
  const rows = distinct.map(({ row, number: { cc, ac, sn, number, isPrimary, isDevid } }) => ({
    ...{ reseller_id: row.reseller_id, subscriber_id: row.id, number },
    ...{ cc, ac, sn, is_primary: isPrimary, is_devid: isDevid },
  }));
  const columns = sql.raw("reseller_id, subscriber_id, number, cc, ac, sn, is_primary, is_devid");
  const written = await sql<{ number: string }>`
    insert into numbers as known (${columns})
    select ${columns} from jsonb_populate_recordset(null::numbers, ${JSON.stringify(rows)}::jsonb)
    on conflict (number) do update
    set cc = excluded.cc, ac = excluded.ac, sn = excluded.sn, is_primary = excluded.is_primary,
      is_devid = excluded.is_devid, row_version = known.row_version + 1
    where known.subscriber_id = excluded.subscriber_id
    returning number`.execute(db);
  const numbers = new Set(written.rows.map(({ number }) => number));
  const rejected = newNumbers.find(
    ({ row, number }) => owners.get(number.number) !== row.id || !numbers.has(number.number),
  );
  if (rejected) throw validationFailed([fieldError(rejected.number.pointer, "unique")]);
}

function hasSameNumbers(storedNumbers: readonly StoredNumber[], assignments: readonly NumberAssignment[]): boolean {
  return (
    storedNumbers.length === assignments.length &&
    assignments.every((number) => storedNumbers.some((other) => isSameNumber(other, number)))
  );
}

function isSameNumber(storedNumber: StoredNumber, assignment: NumberAssignment): boolean {
  return (
    storedNumber.number === assignment.number &&
    storedNumber.cc === assignment.cc &&
    storedNumber.ac === assignment.ac &&
    storedNumber.is_primary === assignment.isPrimary &&
    storedNumber.is_devid === assignment.isDevid
  );
}

function numbersOf({ db }: HookContext, ids: readonly number[]): Promise<StoredNumber[]> {
  const numbers = db.selectFrom("numbers").selectAll().where("subscriber_id", "=", anyOf(ids)).orderBy("id");
  return numbers.$narrowType<{ number: NotNull; is_primary: NotNull; is_devid: NotNull }>().execute();
}
