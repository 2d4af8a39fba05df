import { type NotNull, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { E164_MAX_DIGITS, type PhoneNumber } from "../../core/phoneNumber.ts";
import { isObject } from "../../core/prepare.ts";
import { anyOf } from "../db/statements.ts";
import type { Reading, Row, Work, WrittenEvent } from "../entityHooks.ts";
import { listOf } from "./checks.ts";
import { pilotOf } from "./pbx.ts";

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
  readonly pointer: string;
  readonly number: string;
  readonly isPrimary: boolean;
  readonly isDevid: boolean;
}

/** Above this, clashing numbers are counted instead of listed. */
const NAMED_CLASHES = 10;

export interface NumbersWritten {
  readonly errors: readonly FieldError[];
  readonly hasChanged: boolean;
}

/**
 * Synchronises the number table with the event: primary and alias numbers of a subscriber, or the number that a seat
 * derives from its pilot and extension. When a pilot's number changes, so do those of all seats.
 */
export async function writeNumbers(
  event: WrittenEvent<"subscribers">,
  customer: Row | undefined,
): Promise<NumbersWritten> {
  const { row, work } = event;
  const untouched = { errors: [], hasChanged: false };
  if (!concernsNumbers(event, customer)) return untouched;
  const stored = await numbersOf(work, row.id);
  const wanted = await wantedNumbers(event, customer, stored);
  if (wanted === undefined) return untouched;
  const errors = await setNumbers(work, row, stored, wanted);
  if (errors.length > 0) return { errors, hasChanged: false };
  const hasNewBase = primaryOf(wanted)?.number !== stored.find((number) => number.is_primary)?.number;
  const isOfSeats = Boolean(row.is_pbx_pilot && hasNewBase && event.previous);
  return { errors: isOfSeats ? await renumberSeats(work, row) : [], hasChanged: !isSame(stored, wanted) };
}

/** Frees the numbers of terminated subscribers; in a cloud PBX their aliases return to the remaining pilot. */
export async function freeNumbers({ db }: Pick<Work, "db">, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("numbers")
    .from("subscribers as seat")
    .innerJoin("subscribers as pilot", "pilot.customer_id", "seat.customer_id")
    .set((row) => ({ subscriber_id: row.ref("pilot.id"), version: row("numbers.version", "+", 1) }))
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
    const base = pilot && (await numbersOf(work, pilot.id)).find((number) => number.is_primary);
    return base ? [seatNumber(base, row), ...stored.filter((number) => !number.is_primary).map(keep)] : undefined;
  }
  const primary = input.primary_number;
  const aliases = listOf(input.alias_numbers).filter(isObject);
  return [
    ...(isObject(primary) ? [toWanted(primary, "/primary_number", true)] : []),
    ...aliases.map((alias, index) => toWanted(alias, `/alias_numbers/${index}`, false)),
  ];
}

function isSeat(row: Row, customer: Row | undefined): boolean {
  return customer?.type === "pbxaccount" && !row.is_pbx_pilot;
}

function seatNumber(base: StoredNumber, row: Row): Wanted {
  const number = { cc: base.cc, ac: base.ac, sn: `${base.sn}${row.pbx_extension ?? ""}` };
  return { ...number, pointer: "/pbx_extension", number: digits(number), isPrimary: true, isDevid: false };
}

function keep(stored: StoredNumber): Wanted {
  const { cc, ac, sn, number, is_primary, is_devid } = stored;
  return { cc, ac, sn, number, pointer: "/alias_numbers", isPrimary: is_primary, isDevid: is_devid };
}

function toWanted(given: { [key: string]: Json }, pointer: string, isPrimary: boolean): Wanted {
  const number = { cc: String(given.cc), ac: given.ac ? String(given.ac) : null, sn: String(given.sn) };
  return { ...number, pointer, number: digits(number), isPrimary, isDevid: given.is_devid === true };
}

function digits({ cc, ac, sn }: PhoneNumber): string {
  return `${cc}${ac ?? ""}${sn}`;
}

function primaryOf(wanted: readonly Wanted[]): Wanted | undefined {
  return wanted.find(({ isPrimary }) => isPrimary);
}

function checkLengths(wanted: readonly Wanted[]): FieldError[] {
  return wanted
    .filter(({ number }) => number.length > E164_MAX_DIGITS)
    .map(({ pointer }) => businessError(pointer, "numberTooLong", { limit: E164_MAX_DIGITS }));
}

/** Numbers are unique platform-wide. */
async function checkClashes({ db }: Work, subscriberId: number, wanted: readonly Wanted[]): Promise<FieldError[]> {
  if (wanted.length === 0) return [];
  const others = db.selectFrom("numbers").select("number").where("subscriber_id", "<>", subscriberId);
  const taken = await others.where("number", "=", anyOf(wanted.map(({ number }) => number))).execute();
  const foreign = new Set(taken.map(({ number }) => number));
  const clashes = wanted.filter(
    ({ number }, index) => foreign.has(number) || wanted.findIndex((other) => other.number === number) < index,
  );
  if (clashes.length > NAMED_CLASHES)
    return [businessError("/alias_numbers", "numbersTaken", { count: clashes.length })];
  return clashes.map(({ pointer, number }) => businessError(pointer, "numberTaken", { number }));
}

/** Stores the numbers, or returns errors. Unchanged ones keep their row and id. */
async function setNumbers(
  work: Work,
  row: Row<"subscribers">,
  stored: readonly StoredNumber[],
  wanted: readonly Wanted[],
): Promise<FieldError[]> {
  const errors = [...checkLengths(wanted), ...(await checkClashes(work, row.id, wanted))];
  if (errors.length > 0) return errors;
  const gone = stored.filter((number) => !wanted.some((other) => other.number === number.number)).map(({ id }) => id);
  if (gone.length > 0) await work.db.deleteFrom("numbers").where("id", "=", anyOf(gone)).execute();
  for (const number of wanted) {
    if (!stored.some((other) => isEqual(other, number))) await storeNumber(work, row, number);
  }
  return [];
}

async function storeNumber(
  { db }: Work,
  { id, reseller_id }: Row<"subscribers">,
  { cc, ac, sn, number, isPrimary, isDevid }: Wanted,
): Promise<void> {
  const set = { cc, ac, sn, is_primary: isPrimary, is_devid: isDevid };
  await db
    .insertInto("numbers")
    .values({ reseller_id, subscriber_id: id, number, ...set })
    .onConflict((known) =>
      known.column("number").doUpdateSet((row) => ({ ...set, version: row("numbers.version", "+", 1) })),
    )
    .execute();
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

async function renumberSeats(work: Work, pilot: Row<"subscribers">): Promise<FieldError[]> {
  const base = (await numbersOf(work, pilot.id)).find((number) => number.is_primary);
  if (!base) return [];
  const others = work.db.selectFrom("subscribers").selectAll().where("customer_id", "=", pilot.customer_id);
  const living = others.where("id", "<>", pilot.id).where("status", "<>", sql.lit("terminated"));
  const seats = await living.orderBy("id").execute();
  for (const seat of seats) {
    const stored = await numbersOf(work, seat.id);
    const own = { ...seatNumber(base, seat), pointer: "/primary_number" };
    const errors = await setNumbers(work, seat, stored, [
      own,
      ...stored.filter((number) => !number.is_primary).map(keep),
    ]);
    if (errors.length > 0) return errors;
  }
  return [];
}

function numbersOf({ db }: Work, subscriberId: number): Promise<StoredNumber[]> {
  const numbers = db.selectFrom("numbers").selectAll().where("subscriber_id", "=", subscriberId).orderBy("id");
  return numbers.$narrowType<{ number: NotNull; is_primary: NotNull; is_devid: NotNull }>().execute();
}
