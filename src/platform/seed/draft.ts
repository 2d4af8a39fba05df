import { toRfc3339 } from "../../core/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { NumberPool } from "./markets.ts";
import { Random } from "./random.ts";

/** The day on which the demonstration stands still. */
export const EPOCH = new Date("2026-01-05T08:00:00Z");
const DAY_MS = 86_400_000;

/** A data set in the making. */
export class Draft {
  readonly random = new Random(20_260_105);
  readonly #tables: Record<string, SeedRow[]> = {};
  readonly #pools = new Map<string, NumberPool>();

  /** Adds a row and answers its id. */
  add(table: string, row: SeedRow): number {
    const rows = this.#tables[table] ?? [];
    this.#tables[table] = rows;
    const id = rows.length + 1;
    rows.push({ id, ...row });
    return id;
  }

  /** Numbers of a country, each handed out once. */
  numbers(cc: string): NumberPool {
    const pool = this.#pools.get(cc) ?? new NumberPool(cc);
    this.#pools.set(cc, pool);
    return pool;
  }

  get tables(): SeedTables {
    return this.#tables;
  }
}

/** An instant some days before the epoch, at a time of day that offices know. */
export function daysBefore(days: number, random: Random): string {
  return toRfc3339(new Date(EPOCH.getTime() - days * DAY_MS + random.integer(0, 9 * 3600) * 1000));
}
