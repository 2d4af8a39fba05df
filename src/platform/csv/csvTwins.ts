import { sql } from "kysely";
import type { ColumnStorage, WireRecord } from "../../core/descriptor.ts";
import type { FieldError } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import { toParameter } from "../plan/columns.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { whereAll } from "../query/visible.ts";
import type { CsvTask, GoneIn } from "./csvTask.ts";

/** A record that is right by itself, with the line it comes from. */
export interface Candidate {
  readonly line: number;
  readonly values: WireRecord;
}

/** Finds lines whose values another line or another record has already. */
export interface Twins {
  /** What is wrong with the candidates, by line. Those without an error are remembered for the lines to come. */
  among(candidates: readonly Candidate[]): Promise<ReadonlyMap<number, readonly FieldError[]>>;
}

export function buildTwins(task: CsvTask, goneIn: GoneIn): Twins {
  const { plan } = task;
  const uniques = [...plan.stored.values()]
    .filter(({ field }) => field.unique && !field.internal && !field.readOnly)
    .map(({ field }) => ({ field, names: [...(field.unique ?? []), field.name], seen: new Map<string, number>() }));
  return {
    among: async (candidates) => {
      const errors = new Map<number, FieldError[]>();
      const add = (line: number, error: FieldError) => errors.set(line, [...(errors.get(line) ?? []), error]);
      for (const { field, names, seen } of uniques) {
        const pointer = `/${field.name}`;
        const keyed = candidates.flatMap(({ line, values }) => {
          const key = names.map((name) => values[name] ?? null);
          // As in an index: what is missing equals nothing.
          return key.includes(null) ? [] : [{ line, key }];
        });
        for (const line of await storedTwins(task, names, keyed, goneIn)) add(line, fieldError(pointer, "unique"));
        for (const { line, key } of keyed.filter((one) => !errors.has(one.line))) {
          const text = JSON.stringify(key);
          const first = seen.get(text);
          if (first === undefined) seen.set(text, line);
          else add(line, { ...fieldError(pointer, "unique", { line: first }), key: "rules.csv.twice" });
        }
      }
      return errors;
    },
  };
}

/** Lines whose values a stored record has: one question for all of them. */
async function storedTwins(
  { plan, reading }: CsvTask,
  names: readonly string[],
  keyed: readonly { readonly line: number; readonly key: readonly unknown[] }[],
  goneIn: GoneIn,
): Promise<number[]> {
  if (keyed.length === 0) return [];
  const columns = names.map((name) => plan.columns.get(name) as ColumnStorage);
  const asked = keyed.map(({ line, key }) => ({
    pb_line: line,
    ...Object.fromEntries(
      columns.map((column, index) => [column.name, toParameter(column, key[index], plan.timeZone)]),
    ),
  }));
  const types = columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  const gone = goneIn(plan);
  const conditions = whereAll([
    ...names.map((name) => sql<boolean>`${sql.ref(`${rootAlias}.${name}`)} = ${sql.ref(`asked.${name}`)}`),
    ...plan.notHidden,
    ...(gone ? [sql<boolean>`not ${gone}`] : []),
  ]);
  const query = sql<{ pb_line: number }>`
    select distinct asked.pb_line from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(pb_line integer, ${sql.join(types)})
    join ${sql.table(plan.table)} as ${sql.ref(rootAlias)} on true ${conditions}`;
  return (await query.execute(reading.db)).rows.map(({ pb_line }) => pb_line);
}
