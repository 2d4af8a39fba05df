import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { transaction } from "../../db/statements.ts";

/** Arbitrary advisory lock key: processes on one database seal one after the other. */
const lockKey = 7_228_225;
const headSetting = "journal_head";
/** The gaps that an entry about dropped ones lists: first and last place, and hash. */
type GapList = readonly (readonly [number, number, string])[];

/** Entries per statement. */
const BATCH = 500;

/**
 * All that an entry says, as one text: its columns in a fixed order, with times to the microsecond. Documents are
 * stored in a normal form, so that equal ones have one text. New columns go to the end of a new version of the text,
 * never into this one.
 */
const content: RawBuilder<string> = sql<string>`jsonb_build_array(id, resource_name, resource_id, resource_key, operation,
  to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), user_id, username, reseller_id, changes, unit, run,
  restored_id, kept)::text`;

interface ChainHead {
  readonly link: number;
  readonly hash: string;
}

/** The head of an empty chain. */
const beginning: ChainHead = { link: 0, hash: "" };

/** An entry's hash covers its place, its content and the hash of the entry before. */
function hashOf(before: ChainHead, text: string): string {
  return createHash("sha256")
    .update(`${before.link + 1}\n${before.hash}\n${text}`)
    .digest("hex");
}

/**
 * Chains the entries that are not sealed yet, in the order of their ids; older ones that were committed later follow
 * with the next round. Returns how many it sealed.
 */
export async function sealJournal(db: Kysely<Tables>, isStopped: () => boolean = () => false): Promise<number> {
  let sealed = 0;
  for (;;) {
    if (isStopped() || !(await hasUnsealed(db))) return sealed;
    const count = await transaction(db, sealSome);
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

async function hasUnsealed(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from journals where link is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Until the transaction ends nobody seals or drops entries. */
export async function lockChain(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
}

/** Seals the transaction's own entries with it, and whatever else is not sealed yet. */
export async function sealWithin(trx: Transaction<Tables>): Promise<void> {
  while ((await sealSome(trx)) === BATCH);
}

async function sealSome(trx: Transaction<Tables>): Promise<number> {
  await lockChain(trx);
  let head = await readHead(trx);
  const { rows } = await sql<{ id: number; time: string; content: string }>`
    select id, timestamp::text as time, ${content} as content from journals where link is null order by id limit ${sql.lit(BATCH)}`.execute(
    trx,
  );
  const seals: (ChainHead & { readonly id: number })[] = [];
  for (const row of rows) {
    head = { link: head.link + 1, hash: hashOf(head, row.content) };
    seals.push({ id: row.id, ...head });
  }
  if (seals.length === 0) return 0;
  // Only in the partitions where they are.
  const times = rows.map(({ time }) => time).sort();
  await sql`update journals set link = seal.link, hash = seal.hash
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as seal(id integer, link integer, hash text)
    where journals.id = seal.id and journals.timestamp between ${times[0]}::timestamptz and ${times.at(-1)}::timestamptz`.execute(
    trx,
  );
  const value = `${head.link} ${head.hash}`;
  await trx
    .insertInto("pb_settings")
    .values({ name: headSetting, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return seals.length;
}

/** Returns the last sealed entry, which is stored outside the journal. */
async function readHead(db: Kysely<Tables>): Promise<ChainHead> {
  const setting = await db.selectFrom("pb_settings").select("value").where("name", "=", headSetting).executeTakeFirst();
  if (!setting) return beginning;
  const [link, hash = ""] = setting.value.split(" ");
  return { link: Number(link), hash };
}

/** The first link of the chain that does not verify. */
interface ChainFault {
  readonly link: number;
  /** Null: the entry is missing. */
  readonly entry: number | null;
  readonly fault: "changed" | "missing";
}

interface ChainVerification {
  readonly entries: number;
  /** Entries that were dropped after their time. */
  readonly dropped: number;
  /** Hash of the last entry: a copy of it elsewhere proves later that nothing before it was replaced. */
  readonly head: string;
  /** The first fault; null: the journal is whole. */
  readonly broken: ChainFault | null;
  /** Whether the requested hash is that of an entry; null if none was requested. */
  readonly knowsHash: boolean | null;
}

/**
 * Proves that no sealed entry was changed, removed or replaced since, as far as the chain goes now. Entries that were
 * dropped after their time leave a gap, which the latest entry about that has to list.
 */
export async function verifyJournal(db: Kysely<Tables>, expected?: string): Promise<ChainVerification> {
  const head = await readHead(db);
  const gaps = await readGaps(db);
  const crossed: Gap[] = [];
  const walk = {
    last: beginning,
    entries: 0,
    dropped: 0,
    knowsHash: false,
    listed: new Set<string>(),
  };
  const step = (to: ChainHead) => {
    walk.last = to;
    walk.knowsHash ||= to.hash === expected;
  };
  const toResult = (broken: ChainFault | null): ChainVerification => ({
    entries: walk.entries,
    dropped: walk.dropped,
    head: walk.last.hash,
    broken,
    knowsHash: expected === undefined ? null : walk.knowsHash,
  });
  const missing = (link: number) => toResult({ link, entry: null, fault: "missing" });
  const cross = () => {
    for (let gap = gaps.get(walk.last.link + 1); gap; gap = gaps.get(walk.last.link + 1)) {
      crossed.push(gap);
      walk.dropped += gap.last - gap.first + 1;
      step({ link: gap.last, hash: gap.hash });
    }
  };
  while (walk.last.link < head.link) {
    const { rows } = await sql<{ id: number; link: number; hash: string; content: string; gaps: GapList | null }>`
      select id, link, hash, ${content} as content,
        case when resource_name = 'journals' then changes -> 'gaps' -> 'after' end as gaps
      from journals
      where link > ${walk.last.link} and link <= ${head.link} order by link limit ${sql.lit(BATCH)}`.execute(db);
    const before = walk.last.link;
    for (const { id, link, hash, content: text, gaps: list } of rows) {
      if (link !== walk.last.link + 1) cross();
      if (link !== walk.last.link + 1) return missing(walk.last.link + 1);
      if (hash !== hashOf(walk.last, text)) return toResult({ link, entry: id, fault: "changed" });
      step({ link, hash });
      walk.entries++;
      if (list) walk.listed = new Set(list.map(String));
    }
    if (rows.length === 0) cross();
    if (walk.last.link === before) return missing(before + 1);
  }
  if (walk.last.hash !== head.hash) return missing(walk.last.link);
  const unlisted = crossed.find(({ first, last, hash }) => !walk.listed.has(String([first, last, hash])));
  return unlisted ? missing(unlisted.first) : toResult(null);
}

/** A run of dropped entries that followed each other. */
export interface Gap {
  readonly first: number;
  readonly last: number;
  readonly hash: string;
}

export async function readGaps(db: Kysely<Tables>): Promise<ReadonlyMap<number, Gap>> {
  const rows = await db.selectFrom("journalgaps").selectAll().orderBy("first_link").execute();
  return new Map(rows.map(({ first_link: first, last_link: last, hash }) => [first, { first, last, hash }] as const));
}

/** In the order of the chain, with those that touch each other as one. */
function joinGaps(gaps: readonly Gap[]): readonly Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before && before.last + 1 === gap.first) joined[joined.length - 1] = { ...gap, first: before.first };
    else joined.push(gap);
  }
  return joined;
}

/** Adds gaps to those there are; returns all of them. Inside the transaction that deletes the entries. */
export async function addGaps(trx: Kysely<Tables>, more: readonly Gap[]): Promise<readonly Gap[]> {
  const gaps = joinGaps([...(await readGaps(trx)).values(), ...more]);
  await trx.deleteFrom("journalgaps").execute();
  if (gaps.length > 0)
    await trx
      .insertInto("journalgaps")
      .values(gaps.map(({ first, last, hash }) => ({ first_link: first, last_link: last, hash })))
      .execute();
  return gaps;
}
