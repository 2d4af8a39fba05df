import { type RawBuilder, sql } from "kysely";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import { isUniqueKeyEnforced, uniquesOf } from "../operations/writeInput.ts";
import { toParameter } from "../plan/columns.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { whereAll } from "../query/selectRows.ts";
import { duplicateError } from "../unitOfWork/constraints.ts";
import type { CsvTask } from "./csvShape.ts";

/** A valid record, with the line it comes from. */
interface CsvRecord {
  readonly line: number;
  readonly values: WireRecord;
}

/** Finds lines that duplicate unique values of another line or a stored record. */
export interface DuplicateCheck {
  /** Errors of the candidates, by line. Those without an error are remembered for the following lines. */
  among(candidates: readonly CsvRecord[]): Promise<ReadonlyMap<number, readonly FieldError[]>>;
}

/** `gone`: rows about to be deleted, whose values are free. */
export function buildDuplicateCheck(
  task: Pick<CsvTask, "plan" | "context">,
  gone?: RawBuilder<boolean>,
): DuplicateCheck {
  const { plan } = task;
  const uniques = uniquesOf(plan).map((unique) => ({ ...unique, firstLines: new Map<string, number>() }));
  return {
    among: async (candidates) => {
      const errors = new Map<number, FieldError[]>();
      const add = (line: number, error: FieldError) => errors.set(line, [...(errors.get(line) ?? []), error]);
      for (const { field, names, firstLines } of uniques) {
        const pointer = `/${field.name}`;
        const keyed = candidates.flatMap(({ line, values }) => {
          const key = names.map((name) => values[name] ?? null);
          return isUniqueKeyEnforced(field, key) ? [{ line, key }] : [];
        });
        for (const line of await storedDuplicates(task, { field, names, keyed }, gone))
          add(line, duplicateError(field, pointer));
        for (const { line, key } of keyed.filter((entry) => !errors.has(entry.line))) {
          const text = JSON.stringify(key);
          const first = firstLines.get(text);
          if (first === undefined) firstLines.set(text, line);
          else add(line, { ...fieldError(pointer, "unique", { line: first }), key: "rules.csv.twice" });
        }
      }
      return errors;
    },
  };
}

interface Unique {
  readonly field: FieldDescriptor;
  readonly names: readonly string[];
  readonly keyed: readonly { readonly line: number; readonly key: readonly unknown[] }[];
}

/** Lines whose values a stored record has: one query for all of them. */
async function storedDuplicates(
  { plan, context }: Pick<CsvTask, "plan" | "context">,
  { field, names, keyed }: Unique,
  gone: RawBuilder<boolean> | undefined,
): Promise<number[]> {
  if (keyed.length === 0) return [];
  const columns = names.flatMap((name) => plan.columns.get(name) ?? []);
  const lineKeys = keyed.map(({ line, key }) => ({
    pb_line: line,
    ...Object.fromEntries(
      columns.map((column, index) => [column.name, toParameter(column, key[index], plan.timeZone)]),
    ),
  }));
  const types = columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  const equals = field.nullsNotDistinct ? sql`is not distinct from` : sql`=`;
  const conditions = whereAll([
    ...names.map((name) => sql<boolean>`${sql.ref(`${rootAlias}.${name}`)} ${equals} ${sql.ref(`asked.${name}`)}`),
    ...plan.notHidden,
    ...(gone ? [sql<boolean>`not ${gone}`] : []),
  ]);
  const query = sql<{ pb_line: number }>`
    select distinct asked.pb_line from jsonb_to_recordset(${JSON.stringify(lineKeys)}::jsonb)
      as asked(pb_line integer, ${sql.join(types)})
    join ${sql.table(plan.table)} as ${sql.ref(rootAlias)} on true ${conditions}`;
  return (await query.execute(context.db)).rows.map(({ pb_line }) => pb_line);
}
