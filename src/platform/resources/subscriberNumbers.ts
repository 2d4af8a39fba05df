import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import { fieldError, validationFailed } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { E164_MAX_DIGITS, type PhoneNumber } from "../../core/values/phoneNumber.ts";
import { anyOf } from "../db/statements.ts";
import type { RuleViolation } from "../declaredRules.ts";
import { pilotsOf } from "../features/subscriberEvents/pilots.ts";
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

export interface StoredNumber {
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
  readonly wanted: readonly NumberAssignment[];
}

type Written = WrittenEvent<"subscribers">;

/** A number that is taken, and by whom; undefined: by another field of the same request. */
interface Clash extends Pick<NumberAssignment, "pointer" | "number"> {
  readonly holder: number | undefined;
}

/** What an event does to numbers, and what is wrong with it. */
interface Plan {
  /** The subscriber itself first. */
  readonly owners: readonly Owner[];
  readonly numberTooLong: readonly RuleViolation<NumberAssignment["pointer"]>[];
  readonly clashes: readonly Clash[];
  readonly numbersTaken: readonly RuleViolation<"/alias_numbers">[];
}

/** Above this, clashing numbers are counted instead of listed. */
const NAMED_CLASHES = 10;

export const numberChecks: Checks<"subscribers", "numberTooLong" | "numberTaken" | "numbersTaken"> = {
  numberTooLong: { afterWrite: async (event) => (await planOf(event))?.numberTooLong ?? [] },
  numberTaken: { afterWrite: async (event) => withHolders(event.context, (await planOf(event))?.clashes ?? []) },
  numbersTaken: { afterWrite: async (event) => (await planOf(event))?.numbersTaken ?? [] },
};

/**
 * Synchronises the number table with the events: primary and alias numbers of subscribers, or the number that a seat
 * derives from its pilot and extension. When a pilot's number changes, so do those of all seats. Returns the
 * subscribers whose own have changed.
 */
export async function writeNumbers(context: HookContext, events: readonly Written[]): Promise<number[]> {
  const plans: Plan[] = [];
  for (const event of events) {
    const plan = await planOf(event);
    if (plan) plans.push(plan);
  }
  const owners = plans.flatMap((plan) => plan.owners);
  const gone = owners.flatMap(({ stored, wanted }) =>
    stored.filter((number) => !wanted.some((other) => other.number === number.number)).map(({ id }) => id),
  );
  if (gone.length > 0) await removeNumbers(context, sql<boolean>`id = any(${gone})`);
  // Unchanged numbers keep their row and id.
  const fresh = owners.flatMap(({ row, stored, wanted }) =>
    wanted.filter((number) => !stored.some((other) => isEqual(other, number))).map((number) => ({ row, number })),
  );
  await storeNumbers(context, fresh);
  return plans.flatMap(({ owners: [own] }) => (own && !isSame(own.stored, own.wanted) ? [own.row.id] : []));
}

const planOf = memoize(async (event: Written): Promise<Plan | undefined> => {
  const { row, context } = event;
  const own = await ownerOf(event);
  if (!own) return undefined;
  const { stored, wanted } = own;
  const plan = checkNumbers(own, [own], await holdersOf(event.writtenBatch));
  const base = wanted.find(({ isPrimary }) => isPrimary);
  const hasNewBase = base?.number !== stored.find((number) => number.is_primary)?.number;
  if (isBroken(plan) || !(base && hasNewBase && row.is_pbx_pilot && event.previous)) return plan;
  const seats = await seatsBehind(context, row, base);
  const owners = [own, ...seats];
  const holders = await loadHolders(context, seats);
  for (const seat of seats) {
    const ofSeat = checkNumbers(seat, owners, holders);
    if (isBroken(ofSeat)) return ofSeat;
  }
  return { ...plan, owners };
});

/** The subscriber with the numbers it has and those it is given; undefined where the event is no matter of numbers. */
const ownerOf = memoize(async (event: Written): Promise<Owner | undefined> => {
  if (isEnded(event)) return undefined;
  const customer = await customerOf(event);
  if (!concernsNumbers(event, customer)) return undefined;
  const stored = (await numbersBefore(event.writtenBatch)).filter(
    ({ subscriber_id }) => subscriber_id === event.row.id,
  );
  const wanted = await wantedNumbers(event, customer, stored);
  return wanted && { row: event.row, stored, wanted };
});

/** Those of all that are written together and were there before, as far as numbers are concerned. */
const numbersBefore = memoize(async (events: readonly Written[]): Promise<readonly StoredNumber[]> => {
  const ids: number[] = [];
  for (const event of events)
    if (event.previous && !isEnded(event) && concernsNumbers(event, await customerOf(event))) ids.push(event.row.id);
  return events[0] && ids.length > 0 ? numbersOf(events[0].context, ids) : [];
});

/** The main numbers of the pilots behind seats that are written together, by customer. */
const pilotNumbers = memoize(async (events: readonly Written[]): Promise<ReadonlyMap<number, StoredNumber>> => {
  const customers: number[] = [];
  for (const event of events) {
    const customer = await customerOf(event);
    if (isSeat(event.row, customer) && !isEnded(event) && concernsNumbers(event, customer))
      customers.push(event.row.customer_id);
  }
  const work = events[0]?.context;
  const pilots = work ? await pilotsOf(work, customers) : new Map<number, Row<"subscribers">>();
  const customerBy = new Map([...pilots].map(([customer, { id }]) => [id, customer]));
  const numbers = work && customerBy.size > 0 ? await numbersOf(work, [...customerBy.keys()]) : [];
  const main = numbers.filter(({ is_primary }) => is_primary).toReversed();
  return new Map(main.map((number) => [customerBy.get(number.subscriber_id) ?? 0, number]));
});

/** Who has the numbers that subscribers are given which are written together. */
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
 * Removes numbers, also from keys of phones that have them as their device ID. Keys have numbers of their own customer's
 * subscribers only: comparing all phones with all numbers took twice as long as the rest of terminating a reseller.
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
  const found = await db
    .selectFrom("numbers")
    .select(["id", "subscriber_id", "cc", "ac", "sn", "is_primary", "is_devid"])
    .where("subscriber_id", "=", anyOf(rows.map(({ id }) => id)))
    .orderBy("id")
    .execute();
  const bySubscriber = new Map<number, (typeof found)[number][]>();
  for (const number of found) {
    const others = bySubscriber.get(number.subscriber_id);
    if (others) others.push(number);
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

export function isEnded(event: WriteEvent<"subscribers">): boolean {
  return statusChange(event)?.to === "terminated";
}

/** Whether the event affects numbers: those of a seat follow its extension. */
function concernsNumbers(
  { mode, row, sentFields, previous }: WrittenEvent<"subscribers">,
  customer: Row | undefined,
): boolean {
  // Of one that returns, others may have the numbers by now.
  if (mode === "create" || (previous?.status === "terminated" && row.status !== "terminated")) return true;
  if (isSeat(row, customer)) return previous?.pbx_extension !== row.pbx_extension;
  return sentFields.has("primary_number") || sentFields.has("alias_numbers");
}

/** Undefined: a seat whose pilot has no number has none either. */
async function wantedNumbers(
  { input, row, writtenBatch }: Written,
  customer: Row | undefined,
  stored: readonly StoredNumber[],
): Promise<NumberAssignment[] | undefined> {
  if (isSeat(row, customer)) {
    const base = (await pilotNumbers(writtenBatch)).get(row.customer_id);
    return base && seatNumbers(base, row, stored, "/pbx_extension");
  }
  const primary = input.primary_number;
  const aliases = toJsonArray(input.alias_numbers).filter(isObject);
  return [
    ...(isObject(primary) ? [toWanted(primary, "/primary_number", true)] : []),
    ...aliases.map((alias, index) => toWanted(alias, `/alias_numbers/${index}`, false)),
  ];
}

/** The seats of a pilot with a new number, with theirs. */
async function seatsBehind(context: HookContext, pilot: Row<"subscribers">, base: PhoneNumber): Promise<Owner[]> {
  const others = context.db.selectFrom("subscribers").selectAll().where("customer_id", "=", pilot.customer_id);
  const living = others.where("id", "<>", pilot.id).where("status", "<>", sql.lit("terminated"));
  const seats = await living.orderBy("id").execute();
  const numbers = await numbersOf(
    context,
    seats.map(({ id }) => id),
  );
  return seats.map((row) => {
    const stored = numbers.filter(({ subscriber_id }) => subscriber_id === row.id);
    return { row, stored, wanted: seatNumbers(base, row, stored, "/primary_number") };
  });
}

function isSeat(row: Row, customer: Row | undefined): boolean {
  return customer?.type === "pbxaccount" && !row.is_pbx_pilot;
}

/** A seat's own number and its aliases; `pointer` is the field that changes the former. */
function seatNumbers(
  { cc, ac, sn }: PhoneNumber,
  row: Row,
  stored: readonly StoredNumber[],
  pointer: NumberAssignment["pointer"],
): NumberAssignment[] {
  const own = { cc, ac, sn: `${sn}${row.pbx_extension ?? ""}` };
  const aliases = stored.filter((number) => !number.is_primary);
  return [
    { ...own, pointer, number: digits(own), isPrimary: true, isDevid: false },
    ...aliases.map((alias) => ({ ...alias, pointer, isPrimary: false, isDevid: alias.is_devid })),
  ];
}

function toWanted(
  given: { [key: string]: Json },
  pointer: NumberAssignment["pointer"],
  isPrimary: boolean,
): NumberAssignment {
  const number = { cc: textIn(given, "cc"), ac: textIn(given, "ac") || null, sn: textIn(given, "sn") };
  return { ...number, pointer, number: digits(number), isPrimary, isDevid: given.is_devid === true };
}

function digits({ cc, ac, sn }: PhoneNumber): string {
  return `${cc}${ac ?? ""}${sn}`;
}

/** What is wrong with the numbers of one of the owners; they are unique platform-wide. */
function checkNumbers(own: Owner, owners: readonly Owner[], holders: Holders): Plan {
  const { wanted } = own;
  const tooLong = wanted.filter(({ number }) => number.length > E164_MAX_DIGITS);
  const ids = new Set(owners.map(({ row }) => row.id));
  const isForeign = (number: string) => holders.has(number) && !ids.has(holders.get(number) ?? 0);
  const all = owners.flatMap((owner) => owner.wanted);
  const isTaken = (one: NumberAssignment) =>
    isForeign(one.number) || all.find(({ number }) => number === one.number) !== one;
  const clashes = wanted.filter(isTaken);
  const isNamed = clashes.length <= NAMED_CLASHES;
  return {
    owners: [own],
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
  const wanted = owners.flatMap((owner) => owner.wanted.map(({ number }) => number));
  if (wanted.length === 0) return new Map();
  const held = db.selectFrom("numbers").select(["number", "subscriber_id"]).where("number", "=", anyOf(wanted));
  return new Map((await held.execute()).map(({ number, subscriber_id }) => [number ?? "", subscriber_id]));
}

function isBroken({ numberTooLong, clashes, numbersTaken }: Plan): boolean {
  return [numberTooLong, clashes, numbersTaken].some((breaches) => breaches.length > 0);
}

/** Says whose the numbers are, as far as the caller may know. */
async function withHolders(
  context: HookContext,
  clashes: readonly Clash[],
): Promise<RuleViolation<NumberAssignment["pointer"]>[]> {
  if (clashes.length === 0) return [];
  const { resellerId } = context.actor;
  const found = await context.loadAll(
    "subscribers",
    clashes.flatMap(({ holder }) => holder ?? []),
  );
  const domains = await context.loadAll(
    "domains",
    [...found.values()].map(({ domain_id }) => domain_id),
  );
  return clashes.map(({ pointer, number, holder }): RuleViolation<NumberAssignment["pointer"]> => {
    const row = found.get(holder ?? 0);
    if (!row || (resellerId !== null && row.reseller_id !== resellerId)) return { pointer, params: { number } };
    const title = `${row.username}@${domains.get(row.domain_id)?.domain ?? ""}`;
    return { pointer, params: { number, holder: title, holder_id: row.id, holder_resource: "subscribers" } };
  });
}

/** A number for a subscriber. */
interface Given {
  readonly row: Row<"subscribers">;
  readonly number: NumberAssignment;
}

/**
 * Stores numbers, or throws 422 at the first that cannot be. Somebody else may have been given it meanwhile, also a
 * subscriber that is stored together with this one.
 */
async function storeNumbers({ db }: HookContext, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  const owners = new Map(given.toReversed().map(({ row, number }) => [number.number, row.id]));
  const own = given.filter(({ row, number }) => owners.get(number.number) === row.id);
  const rows = own.map(({ row, number: { cc, ac, sn, number, isPrimary, isDevid } }) => ({
    ...{ reseller_id: row.reseller_id, subscriber_id: row.id, number },
    ...{ cc, ac, sn, is_primary: isPrimary, is_devid: isDevid },
  }));
  const columns = sql.raw("reseller_id, subscriber_id, number, cc, ac, sn, is_primary, is_devid");
  const stored = await sql<{ number: string }>`
    insert into numbers as known (${columns})
    select ${columns} from jsonb_populate_recordset(null::numbers, ${JSON.stringify(rows)}::jsonb)
    on conflict (number) do update
    set cc = excluded.cc, ac = excluded.ac, sn = excluded.sn, is_primary = excluded.is_primary,
      is_devid = excluded.is_devid, row_version = known.row_version + 1
    where known.subscriber_id = excluded.subscriber_id
    returning number`.execute(db);
  const numbers = new Set(stored.rows.map(({ number }) => number));
  const refused = given.find(({ row, number }) => owners.get(number.number) !== row.id || !numbers.has(number.number));
  if (refused) throw validationFailed([fieldError(refused.number.pointer, "unique")]);
}

function isSame(stored: readonly StoredNumber[], wanted: readonly NumberAssignment[]): boolean {
  return stored.length === wanted.length && wanted.every((number) => stored.some((other) => isEqual(other, number)));
}

function isEqual(stored: StoredNumber, wanted: NumberAssignment): boolean {
  return (
    stored.number === wanted.number &&
    stored.cc === wanted.cc &&
    stored.ac === wanted.ac &&
    stored.is_primary === wanted.isPrimary &&
    stored.is_devid === wanted.isDevid
  );
}

function numbersOf({ db }: HookContext, ids: readonly number[]): Promise<StoredNumber[]> {
  const numbers = db.selectFrom("numbers").selectAll().where("subscriber_id", "=", anyOf(ids)).orderBy("id");
  return numbers.$narrowType<{ number: NotNull; is_primary: NotNull; is_devid: NotNull }>().execute();
}
