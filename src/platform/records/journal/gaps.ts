import type { Kysely } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";

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
export function joinGaps(gaps: readonly Gap[]): readonly Gap[] {
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
