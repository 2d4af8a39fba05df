import { toRfc3339 } from "../../core/dateTime.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { Row } from "../entityHooks.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { NumberPool } from "./markets.ts";
import { Random } from "./random.ts";

/** The reference date of the demonstration. */
export const EPOCH = new Date("2026-01-05T08:00:00Z");
const DAY_MS = 86_400_000;

/** A data set being built. */
export class Draft {
  readonly random = new Random(20_260_105);
  readonly #tables: Record<string, SeedRow[]> = {};
  readonly #pools = new Map<string, NumberPool>();

  /** Adds a row and returns its id. */
  add(table: string, row: SeedRow): number {
    const rows = this.#tables[table] ?? [];
    this.#tables[table] = rows;
    const id = rows.length + 1;
    rows.push({ id, ...row });
    return id;
  }

  /** Adds columns to all rows of a table. */
  complete(table: string, columnsOf: (row: SeedRow) => SeedRow): void {
    this.#tables[table] = (this.#tables[table] ?? []).map((row) => ({ ...row, ...columnsOf(row) }));
  }

  /** Phone numbers of a country; each is allocated once. */
  numbers(cc: string): NumberPool {
    const pool = this.#pools.get(cc) ?? new NumberPool(cc);
    this.#pools.set(cc, pool);
    return pool;
  }

  get tables(): SeedTables {
    return this.#tables;
  }

  /** The rows of a table so far. */
  rows<Table extends keyof Tables>(table: Table): readonly Row<Table>[] {
    const rows: readonly object[] = this.#tables[table] ?? [];
    return rows as readonly Row<Table>[];
  }
}

/** An instant some days before the epoch, during office hours. */
export function daysBefore(days: number, random: Random): string {
  return toRfc3339(new Date(EPOCH.getTime() - days * DAY_MS + random.integer(0, 9 * 3600) * 1000));
}
