import { type NotNull, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { validationFailed } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { E164_MAX_DIGITS, type PhoneNumber } from "../../core/phoneNumber.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import { anyOf } from "../db/statements.ts";
import type { Breach } from "../declaredRules.ts";
import type { Checks, Reading, Row, Work, WriteEvent, WrittenEvent } from "../entityHooks.ts";
import { listOf, statusChange } from "./checks.ts";
import { customerOf, pilotOf } from "./pbx.ts";

/** A row of `numbers`. */
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
interface Wanted extends PhoneNumber {
  readonly pointer: "/primary_number" | `/alias_numbers/${number}` | "/pbx_extension";
  readonly number: string;
  readonly isPrimary: boolean;
  readonly isDevid: boolean;
}

/** A subscriber whose numbers are set. */
interface Owner {
  readonly row: Row<"subscribers">;
  readonly stored: readonly StoredNumber[];
  readonly wanted: readonly Wanted[];
}

/** What an event does to numbers, and what is wrong with it. */
interface Plan {
  /** The subscriber itself first. */
  readonly owners: readonly Owner[];
  readonly numberTooLong: readonly Breach<Wanted["pointer"]>[];
  readonly numberTaken: readonly Breach<Wanted["pointer"]>[];
  readonly numbersTaken: readonly Breach<"/alias_numbers">[];
}

/** Above this, clashing numbers are counted instead of listed. */
const NAMED_CLASHES = 10;

export const numberChecks: Checks<"subscribers", "numberTooLong" | "numberTaken" | "numbersTaken"> = {
  numberTooLong: { afterWrite: async (event) => (await planOf(event))?.numberTooLong ?? [] },
  numberTaken: { afterWrite: async (event) => (await planOf(event))?.numberTaken ?? [] },
  numbersTaken: { afterWrite: async (event) => (await planOf(event))?.numbersTaken ?? [] },
};

/**
 * Synchronises the number table with the event: primary and alias numbers of a subscriber, or the number that a seat
 * derives from its pilot and extension. When a pilot's number changes, so do those of all seats. Returns whether the
 * subscriber's own have changed.
 */
export async function writeNumbers(event: WrittenEvent<"subscribers">): Promise<boolean> {
  const { owners = [] } = (await planOf(event)) ?? {};
  const [own] = owners;
  if (!own) return false;
  const gone = owners.flatMap(({ stored, wanted }) =>
    stored.filter((number) => !wanted.some((other) => other.number === number.number)).map(({ id }) => id),
  );
  if (gone.length > 0) await event.work.db.deleteFrom("numbers").where("id", "=", anyOf(gone)).execute();
  // Unchanged numbers keep their row and id.
  for (const { row, stored, wanted } of owners) {
    for (const number of wanted) {
      if (!stored.some((other) => isEqual(other, number))) await storeNumber(event.work, row, number);
    }
  }
  return !isSame(own.stored, own.wanted);
}

const planOf = once(async (event: WrittenEvent<"subscribers">): Promise<Plan | undefined> => {
  const { row, work } = event;
  if (isEnded(event)) return undefined;
  const customer = await customerOf(event);
  if (!concernsNumbers(event, customer)) return undefined;
  const stored = event.previous ? await numbersOf(work, [row.id]) : [];
  const wanted = await wantedNumbers(event, customer, stored);
  if (wanted === undefined) return undefined;
  const own = { row, stored, wanted };
  const plan = await checkNumbers(work, own, [own]);
  const base = wanted.find(({ isPrimary }) => isPrimary);
  const hasNewBase = base?.number !== stored.find((number) => number.is_primary)?.number;
  if (isBroken(plan) || !(base && hasNewBase && row.is_pbx_pilot && event.previous)) return plan;
  const owners = [own, ...(await seatsBehind(work, row, base))];
  for (const seat of owners.slice(1)) {
    const ofSeat = await checkNumbers(work, seat, owners);
    if (isBroken(ofSeat)) return ofSeat;
  }
  return { ...plan, owners };
});

/** Frees the numbers of terminated subscribers; in a cloud PBX their aliases return to the remaining pilot. */
export async function freeNumbers({ db }: Pick<Work, "db">, ids: readonly number[]): Promise<void> {
  await db
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
  await db.deleteFrom("numbers").where("subscriber_id", "=", anyOf(ids)).execute();
}

/** `primary_number` and `alias_numbers` of a page of subscribers, with one query. */
export async function presentNumbers({ db }: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void> {
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
  { mode, row, touched, previous }: WrittenEvent<"subscribers">,
  customer: Row | undefined,
): boolean {
  if (mode === "create") return true;
  if (isSeat(row, customer)) return previous?.pbx_extension !== row.pbx_extension;
  return touched.has("primary_number") || touched.has("alias_numbers");
}

/** Undefined: a seat whose pilot has no number has none either. */
async function wantedNumbers(
  { input, row, work }: WrittenEvent<"subscribers">,
  customer: Row | undefined,
  stored: readonly StoredNumber[],
): Promise<Wanted[] | undefined> {
  if (isSeat(row, customer)) {
    const pilot = await pilotOf(work, Number(row.customer_id));
    const base = pilot && (await numbersOf(work, [pilot.id])).find((number) => number.is_primary);
    return base && seatNumbers(base, row, stored, "/pbx_extension");
  }
  const primary = input.primary_number;
  const aliases = listOf(input.alias_numbers).filter(isObject);
  return [
    ...(isObject(primary) ? [toWanted(primary, "/primary_number", true)] : []),
    ...aliases.map((alias, index) => toWanted(alias, `/alias_numbers/${index}`, false)),
  ];
}

/** The seats of a pilot with a new number, with theirs. */
async function seatsBehind(work: Work, pilot: Row<"subscribers">, base: PhoneNumber): Promise<Owner[]> {
  const others = work.db.selectFrom("subscribers").selectAll().where("customer_id", "=", pilot.customer_id);
  const living = others.where("id", "<>", pilot.id).where("status", "<>", sql.lit("terminated"));
  const seats = await living.orderBy("id").execute();
  const numbers = await numbersOf(
    work,
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
  pointer: Wanted["pointer"],
): Wanted[] {
  const own = { cc, ac, sn: `${sn}${row.pbx_extension ?? ""}` };
  const aliases = stored.filter((number) => !number.is_primary);
  return [
    { ...own, pointer, number: digits(own), isPrimary: true, isDevid: false },
    ...aliases.map((alias) => ({ ...alias, pointer, isPrimary: false, isDevid: alias.is_devid })),
  ];
}

function toWanted(given: { [key: string]: Json }, pointer: Wanted["pointer"], isPrimary: boolean): Wanted {
  const number = { cc: String(given.cc), ac: given.ac ? String(given.ac) : null, sn: String(given.sn) };
  return { ...number, pointer, number: digits(number), isPrimary, isDevid: given.is_devid === true };
}

function digits({ cc, ac, sn }: PhoneNumber): string {
  return `${cc}${ac ?? ""}${sn}`;
}

/** What is wrong with the numbers of one of the owners; they are unique platform-wide. */
async function checkNumbers({ db }: Work, own: Owner, owners: readonly Owner[]): Promise<Plan> {
  const { wanted } = own;
  const tooLong = wanted.filter(({ number }) => number.length > E164_MAX_DIGITS);
  const foreign = new Set(await foreignAmong(db, wanted, owners));
  const all = owners.flatMap((owner) => owner.wanted);
  const isTaken = (one: Wanted) => foreign.has(one.number) || all.find(({ number }) => number === one.number) !== one;
  const clashes = wanted.filter(isTaken);
  const isNamed = clashes.length <= NAMED_CLASHES;
  return {
    owners: [own],
    numberTooLong: tooLong.map(({ pointer }) => ({ pointer, params: { limit: E164_MAX_DIGITS } })),
    numberTaken: isNamed ? clashes.map(({ pointer, number }) => ({ pointer, params: { number } })) : [],
    numbersTaken: isNamed ? [] : [{ pointer: "/alias_numbers", params: { count: clashes.length } }],
  };
}

/** The wanted numbers that somebody else has. */
async function foreignAmong(db: Work["db"], wanted: readonly Wanted[], owners: readonly Owner[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const found = await db
    .selectFrom("numbers")
    .select("number")
    .where("number", "=", anyOf(wanted.map(({ number }) => number)))
    .where(({ not, eb }) => not(eb("subscriber_id", "=", anyOf(owners.map(({ row }) => row.id)))))
    .execute();
  return found.flatMap(({ number }) => number ?? []);
}

function isBroken({ numberTooLong, numberTaken, numbersTaken }: Plan): boolean {
  return [numberTooLong, numberTaken, numbersTaken].some((breaches) => breaches.length > 0);
}

/** Somebody else may have been given the number meanwhile, also a subscriber that is stored together with this one. */
async function storeNumber(
  { db }: Work,
  { id, reseller_id }: Row<"subscribers">,
  { cc, ac, sn, number, isPrimary, isDevid, pointer }: Wanted,
): Promise<void> {
  const set = { cc, ac, sn, is_primary: isPrimary, is_devid: isDevid };
  const stored = await db
    .insertInto("numbers")
    .values({ reseller_id, subscriber_id: id, number, ...set })
    .onConflict((known) =>
      known
        .column("number")
        .doUpdateSet((row) => ({ ...set, row_version: row("numbers.row_version", "+", 1) }))
        .where("numbers.subscriber_id", "=", id),
    )
    .returning("id")
    .execute();
  if (stored.length === 0) throw validationFailed([fieldError(pointer, "unique")]);
}

function isSame(stored: readonly StoredNumber[], wanted: readonly Wanted[]): boolean {
  return stored.length === wanted.length && wanted.every((number) => stored.some((other) => isEqual(other, number)));
}

function isEqual(stored: StoredNumber, wanted: Wanted): boolean {
  return (
    stored.number === wanted.number &&
    stored.cc === wanted.cc &&
    stored.ac === wanted.ac &&
    stored.is_primary === wanted.isPrimary &&
    stored.is_devid === wanted.isDevid
  );
}

function numbersOf({ db }: Work, ids: readonly number[]): Promise<StoredNumber[]> {
  const numbers = db.selectFrom("numbers").selectAll().where("subscriber_id", "=", anyOf(ids)).orderBy("id");
  return numbers.$narrowType<{ number: NotNull; is_primary: NotNull; is_devid: NotNull }>().execute();
}
