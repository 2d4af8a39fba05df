import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../core/schema/descriptor.ts";
import { fillNames } from "../../core/schema/fillNames.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";

/** A step of a file of demonstration data, as `demonstration/README.md` describes it. */
export interface SeedStep {
  readonly [key: string]: Json;
}

/** What names in `{{...}}` stand for: values of loops, and of each table the row that was added or visited last. */
type Scope = Readonly<Record<string, unknown>>;

/** Values that are written as an object of one member. */
const forms: Readonly<Record<string, (given: unknown, now: Date) => string>> = {
  hoursAgo: (hours, now) => toRfc3339(new Date(now.getTime() - Number(hours) * 3_600_000)),
  textLines: (lines) => (lines as readonly string[]).join("\n"),
  // Like version 5, in a namespace of our own.
  uuidOf(name) {
    const hex = createHash("sha256").update(String(name)).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
};

// A build copies the folder beside the program.
const folder = join(fileURLToPath(import.meta.url), "../demonstration");

/** The text of a file of demonstration data. */
export function readFile(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The data in a JSON file of the demonstration, by its name without the extension. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFile(`${name}.json`));
}

/** A data set being built. */
export class SeedBuilder {
  readonly #tables: Record<string, SeedRow[]> = {};
  /** By table and column: rows by value, as looking through tables took longer than all else. */
  readonly #indexes = new Map<string, Map<string, Map<unknown, SeedRow[]>>>();
  readonly #now: Date;

  /** Relative times are counted from `now`. */
  constructor(now = new Date()) {
    this.#now = now;
  }

  get tables(): SeedTables {
    return this.#tables;
  }

  /** Adds a row and returns it with its id. */
  add(table: string, given: SeedRow): SeedRow {
    const rows = this.#rowsOf(table);
    const row: SeedRow = { ...given, id: given.id ?? rows.length + 1 };
    rows.push(row);
    for (const [column, index] of this.#indexes.get(table) ?? []) addTo(index, row[column], row);
    return row;
  }

  /** Adds the rows of a file. Throws for names that stand for nothing. */
  run(steps: readonly SeedStep[], given: Scope = {}): void {
    const scope = within(given, {});
    for (const { each, do: inner, let: named, set, ...records } of steps) {
      if (each !== undefined) {
        for (const one of this.#scopesOf({ each, ...records }, scope)) this.run(inner as unknown as SeedStep[], one);
      } else if (named !== undefined) {
        Object.assign(scope, this.#fill(named, scope));
      } else if (set !== undefined) {
        for (const [table, values] of Object.entries(set as SeedStep)) {
          Object.assign(scope[table] as object, this.#fill(values, scope));
          this.#indexes.delete(table);
        }
      } else {
        for (const [table, record] of Object.entries(records)) {
          scope[table] = this.add(table, this.#fill(record, scope) as SeedRow);
        }
      }
    }
  }

  #rowsOf(table: string): SeedRow[] {
    this.#tables[table] ??= [];
    return this.#tables[table];
  }

  /** One for each item of a list, member of an object, or row of a table that matches. */
  #scopesOf({ each = null, as, where = {} }: SeedStep, scope: Scope): Scope[] {
    const table = typeof each === "string" && !each.startsWith("{{") ? each : undefined;
    const wanted = Object.entries(this.#fill(where, scope) as SeedRow);
    if (table !== undefined) return this.#rowsWith(table, wanted).map((row) => within(scope, { [table]: row }));
    return itemsOf(this.#fill(each, scope)).map((item) => within(scope, nameItem(item, as)));
  }

  /** Rows with these values; of a list of values, with any. */
  #rowsWith(table: string, wanted: readonly (readonly [column: string, value: unknown])[]): readonly SeedRow[] {
    const [first, ...others] = wanted;
    if (!first) return this.#rowsOf(table).slice();
    const index = this.#indexOf(table, first[0]);
    const rows = [first[1]].flat().flatMap((value) => index.get(value) ?? []);
    return rows.filter((row) => others.every(([column, value]) => [value].flat().includes(row[column])));
  }

  #indexOf(table: string, column: string): ReadonlyMap<unknown, readonly SeedRow[]> {
    const columns = this.#indexes.get(table) ?? new Map<string, Map<unknown, SeedRow[]>>();
    this.#indexes.set(table, columns);
    const known = columns.get(column);
    if (known) return known;
    const index = new Map<unknown, SeedRow[]>();
    for (const row of this.#rowsOf(table)) addTo(index, row[column], row);
    columns.set(column, index);
    return index;
  }

  #fill(value: unknown, scope: Scope): unknown {
    if (typeof value === "string") return fillNames(value, (name) => this.#read(name, scope));
    if (Array.isArray(value)) return value.map((item) => this.#fill(item, scope));
    if (!isObject(value)) return value;
    const { each, value: template, ...rest } = value as SeedStep;
    if (each !== undefined) return this.#scopesOf({ each, ...rest }, scope).map((one) => this.#fill(template, one));
    const filled: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      if (name === "...") Object.assign(filled, this.#fill(member, scope));
      else filled[name] = this.#fill(member, scope);
    }
    const [form = "", ...more] = Object.keys(filled);
    return more.length === 0 && forms[form] ? forms[form](filled[form], this.#now) : filled;
  }

  /** `customers.id`, or `customers[external_id=GB-10007].id`. */
  #read(path: string, scope: Scope): unknown {
    const [, table = "", conditions = "", rest = ""] = /^(\w+)\[([^\]]+)\]\.(.+)$/.exec(path) ?? [];
    const value = table === "" ? valueIn(scope, path) : valueIn(this.#find(table, conditions, scope), rest);
    if (value === undefined) throw new Error(`the demonstration has no {{${path}}}`);
    return value;
  }

  #find(table: string, conditions: string, scope: Scope): SeedRow | undefined {
    const wanted = conditions.split(",").map((condition) => {
      const [column = "", value = ""] = condition.split("=");
      return [column, valueIn(scope, value) ?? value] as const;
    });
    return this.#rowsWith(table, wanted)[0];
  }
}

function addTo(index: Map<unknown, SeedRow[]>, value: unknown, row: SeedRow): void {
  const rows = index.get(value);
  if (rows) rows.push(row);
  else index.set(value, [row]);
}

/** A scope with more names. */
function within(scope: Scope, more: object): Record<string, unknown> {
  return { __proto__: scope, ...more };
}

function itemsOf(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  return isObject(list) ? Object.entries(list) : [];
}

function nameItem(item: unknown, as: Json | undefined): Scope {
  if (typeof as === "string") return { [as]: item };
  if (Array.isArray(as)) return Object.fromEntries(as.map((name, index) => [name, (item as unknown[])[index] ?? null]));
  return isObject(item) ? (item as Scope) : {};
}

function valueIn(scope: Scope | undefined, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (isObject(value) ? (value as Scope)[name] : undefined), scope);
}
