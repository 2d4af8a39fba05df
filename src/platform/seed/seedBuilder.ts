import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../core/schema/descriptor.ts";
import { fillNames } from "../../core/schema/fillNames.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import type { SeedTables } from "./insertRows.ts";

type Values = Readonly<Record<string, Json>>;

/** A step of a file of demonstration data, as `demonstration/README.md` describes it. */
export interface SeedStep extends Loop {
  readonly do?: readonly SeedStep[];
  readonly let?: Values;
  readonly set?: Readonly<Record<string, Values>>;
  /** Table -> a row of it. */
  readonly [table: string]: Json | Values | readonly SeedStep[] | undefined;
}

interface Loop {
  readonly each?: Json | undefined;
  readonly as?: Json | undefined;
  readonly where?: Json | undefined;
}

/** The values of names in `{{...}}`: those of loops, and of each table the row that was added or visited last. */
type Scope = Values;

/** Values that are written as an object of one member. */
const forms: Readonly<Record<string, (value: Json, now: Date) => string>> = {
  hoursAgo: (hours, now) => toRfc3339(new Date(now.getTime() - Number(hours) * 3_600_000)),
  textLines: (lines) => [lines].flat().join("\n"),
  // Like version 5, in a namespace of our own.
  uuidOf(name) {
    const hex = createHash("sha256").update(String(name)).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
};

// A build copies the folder next to the program.
const folder = join(fileURLToPath(import.meta.url), "../demonstration");

/** The text of a file of demonstration data. */
export function readFile(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The data in a JSON file of the demonstration, by its name without the extension. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFile(`${name}.json`));
}

/** A row that has an id. */
type BuiltRow = Record<string, Json>;

/** A data set being built. */
export class SeedBuilder {
  readonly #tables: Record<string, BuiltRow[]> = {};
  /** By table and column: rows by value, as looking through tables took longer than all else. */
  readonly #indexes = new Map<string, Map<string, Map<Json | undefined, BuiltRow[]>>>();
  readonly #now: Date;

  /** Relative times are counted from `now`. */
  constructor(now = new Date()) {
    this.#now = now;
  }

  get tables(): SeedTables {
    // Files name tables and columns; what does not fit is refused by the database.
    return this.#tables as SeedTables;
  }

  /** The rows of a table so far. */
  rowsOf(table: string): readonly Values[] {
    return this.#tables[table] ?? [];
  }

  /** Adds a row and returns it with its id. */
  add(table: string, values: Values): Values {
    this.#tables[table] ??= [];
    const rows = this.#tables[table];
    const row: BuiltRow = { ...values, id: values.id ?? rows.length + 1 };
    rows.push(row);
    for (const [column, index] of this.#indexes.get(table) ?? []) addTo(index, column, row);
    return row;
  }

  /** Adds the rows of a file. Throws for names that stand for nothing. */
  run(steps: readonly SeedStep[], outerScope: Scope = {}): void {
    const scope = withinScope(outerScope, {});
    for (const { each, as, where, do: inner = [], let: variables = {}, set = {}, ...records } of steps) {
      if (each !== undefined) {
        for (const itemScope of this.#scopesOf({ each, as, where }, scope)) this.run(inner, itemScope);
        continue;
      }
      Object.assign(scope, this.#fillAll(variables, scope));
      for (const [table, values] of Object.entries(set)) {
        Object.assign(scope[table] ?? {}, this.#fillAll(values, scope));
        this.#indexes.delete(table);
      }
      for (const [table, record] of Object.entries(records)) {
        if (isObject(record)) scope[table] = this.add(table, this.#fillAll(record, scope));
      }
    }
  }

  /** One for each item of a list, member of an object, or row of a table that matches. */
  #scopesOf({ each = null, as, where = {} }: Loop, scope: Scope): Scope[] {
    const table = typeof each === "string" && !each.startsWith("{{") ? each : undefined;
    if (table === undefined)
      return itemsOf(this.#fill(each, scope)).map((item) => withinScope(scope, nameItem(item, as)));
    const values = this.#fill(where, scope);
    return this.#rowsWith(table, Object.entries(isObject(values) ? values : {})).map((row) =>
      withinScope(scope, { [table]: row }),
    );
  }

  /** Rows with these values; of a list of values, with any. */
  #rowsWith(table: string, conditions: readonly (readonly [column: string, value: Json])[]): readonly BuiltRow[] {
    const [first, ...further] = conditions;
    if (!first) return (this.#tables[table] ?? []).slice();
    const index = this.#indexOf(table, first[0]);
    const rows = [first[1]].flat().flatMap((value) => index.get(value) ?? []);
    return rows.filter((row) =>
      further.every(([column, value]) => [value].flat().some((item) => item === row[column])),
    );
  }

  #indexOf(table: string, column: string): ReadonlyMap<Json | undefined, readonly BuiltRow[]> {
    const columns = this.#indexes.get(table) ?? new Map<string, Map<Json | undefined, BuiltRow[]>>();
    this.#indexes.set(table, columns);
    const existing = columns.get(column);
    if (existing) return existing;
    const index = new Map<Json | undefined, BuiltRow[]>();
    for (const row of this.#tables[table] ?? []) addTo(index, column, row);
    columns.set(column, index);
    return index;
  }

  #fill(value: Json, scope: Scope): Json {
    if (typeof value === "string") return fillNames(value, (name) => this.#read(name, scope));
    if (Array.isArray(value)) return value.map((item) => this.#fill(item, scope));
    if (!isObject(value)) return value;
    const { value: template = null, ...loop } = value;
    // A value may have any form.
    if (loop.each !== undefined) return this.#scopesOf(loop, scope).map((itemScope) => this.#fill(template, itemScope));
    const filled = this.#fillAll(value, scope);
    const [[form, argument] = ["", null], ...more] = Object.entries(filled);
    return more.length === 0 && forms[form] ? forms[form](argument, this.#now) : filled;
  }

  #fillAll(values: Values, scope: Scope): BuiltRow {
    const filled: BuiltRow = {};
    for (const [name, member] of Object.entries(values)) {
      if (name === "...") Object.assign(filled, this.#fill(member, scope));
      else filled[name] = this.#fill(member, scope);
    }
    return filled;
  }

  /** `customers.id`, or `customers[external_id=GB-10007].id`. */
  #read(path: string, scope: Scope): Json {
    const [, table = "", conditions = "", members = ""] = /^(\w+)\[([^\]]+)\]\.(.+)$/.exec(path) ?? [];
    const value = table === "" ? valueIn(scope, path) : valueIn(this.#find(table, conditions, scope), members);
    if (value === undefined) throw new Error(`the demonstration has no {{${path}}}`);
    return value;
  }

  #find(table: string, conditions: string, scope: Scope): BuiltRow | undefined {
    const criteria = conditions.split(",").map((condition) => {
      const [column = "", value = ""] = condition.split("=");
      return [column, valueIn(scope, value) ?? value] as const;
    });
    return this.#rowsWith(table, criteria)[0];
  }
}

function addTo(index: Map<Json | undefined, BuiltRow[]>, column: string, row: BuiltRow): void {
  const rows = index.get(row[column]);
  if (rows) rows.push(row);
  else index.set(row[column], [row]);
}

/** A scope with more names. */
function withinScope(scope: Scope, more: Values): BuiltRow {
  return { __proto__: scope, ...more };
}

function itemsOf(list: Json): readonly Json[] {
  if (Array.isArray(list)) return list;
  return isObject(list) ? Object.entries(list) : [];
}

function nameItem(item: Json, as: Json | undefined): Scope {
  if (typeof as === "string") return { [as]: item };
  if (Array.isArray(as))
    return Object.fromEntries(as.map((name, index) => [String(name), [item].flat()[index] ?? null]));
  return isObject(item) ? item : {};
}

function valueIn(scope: Scope | undefined, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), scope);
}
