import { sql } from "kysely";
import type { CsvError } from "../../../core/api/csvReport.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { MAX_INTEGER } from "../../../core/schema/ids.ts";
import { type FieldError, fieldError, PlatformError } from "../../../core/validation/errors.ts";
import { fromCsvCell } from "../../../core/values/csvCells.ts";
import type { Row } from "../../resourceHooks.ts";
import { completeCreate, createRecord } from "../operations/create.ts";
import type { Loader } from "../operations/loader.ts";
import { validateInput } from "../operations/writeInput.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { selectRows, visibleTo } from "../query/selectRows.ts";
import type { CsvRow } from "./csvRows.ts";
import type { CsvTask, ShapedColumn, ShapedParent } from "./csvShape.ts";

/** The record that a name refers to. */
type ParentLookup = { readonly row: Row; readonly isNew: boolean } | { readonly errors: readonly FieldError[] };

/** The parent records of lines, by the texts that reference them. */
export interface Parents {
  /**
   * Finds the parents of these lines and creates those that may be created, attaching errors to the lines; none is
   * created for a line that `otherErrors` finds invalid anyway.
   */
  resolve(rows: readonly CsvRow[], otherErrors: (row: CsvRow) => readonly CsvError[]): Promise<void>;
  /** The parent of a line that `resolve` has seen; undefined when the line has an error with it. */
  rowFor(parent: ShapedParent, row: CsvRow): Row | undefined;
  /** Resource -> records created, or to be created. */
  readonly created: Readonly<Record<string, number>>;
}

/** Ids of records that a dry run would create: unused, counting down from the maximum. */
const lastId = MAX_INTEGER;

/** `know` receives the rows that are found or created: they need no second lookup. */
export function buildParents(task: CsvTask, { know }: Pick<Loader, "know">): Parents {
  const lookups = new Map<ShapedParent, Map<string, ParentLookup>>(
    task.shape.parents.map((parent) => [parent, new Map()]),
  );
  const created: Record<string, number> = {};
  let createdCount = 0;

  const keep = (parent: ShapedParent, key: string, row: Row, isNew: boolean) => {
    lookups.get(parent)?.set(key, { row, isNew });
    know(parent.plan, row);
  };
  const make = async (parent: ShapedParent, key: string, row: CsvRow): Promise<ParentLookup> => {
    if (!parent.isMade) return { errors: [unknownParent(parent)] };
    try {
      const body = bodyOf(parent, row, task);
      const parentRow = task.unit
        ? await createRecord(task.unit, { plan: parent.plan, body, policy: task.policy })
        : await previewParent(task, parent, body, lastId - createdCount++);
      created[parent.plan.name] = (created[parent.plan.name] ?? 0) + 1;
      keep(parent, key, parentRow, true);
      return { row: parentRow, isNew: true };
    } catch (error) {
      if (error instanceof PlatformError && error.code === "validation_failed") return { errors: error.fieldErrors };
      throw error;
    }
  };
  return {
    created,
    rowFor: (parent, row) => {
      const lookup = lookups.get(parent)?.get(parentKey(parent, row));
      return lookup && "row" in lookup ? lookup.row : undefined;
    },
    resolve: async (rows, otherErrors) => {
      for (const parent of task.shape.parents) {
        const byKey = lookups.get(parent) ?? new Map<string, ParentLookup>();
        const missingKeys = new Set(
          rows.map((row) => parentKey(parent, row)).filter((key) => key !== "" && !byKey.has(key)),
        );
        for (const stored of await findParents(task, parent, [...missingKeys])) {
          keep(parent, toKey(parent.keys.map(({ field }) => stored[field.name])), stored, false);
        }
        for (const row of rows.filter(({ problems }) => problems.length === 0)) {
          const key = parentKey(parent, row);
          if (parent.isMade && key !== "" && !byKey.has(key)) row.problems.push(...otherErrors(row));
          if (row.problems.length > 0) continue;
          const lookup =
            key === "" ? { errors: [missingParent(parent)] } : (byKey.get(key) ?? (await make(parent, key, row)));
          if (key !== "") byKey.set(key, lookup);
          if ("errors" in lookup) row.problems.push(...lookup.errors.map((error) => toParentError(parent, row, error)));
        }
      }
    },
  };
}

/** The key of the parent that a line names; empty if it names none. */
function parentKey({ keys }: ShapedParent, row: CsvRow): string {
  const values = keys.map(({ name, field }) => fromCsvCell(field, row.cells.get(name) ?? ""));
  return values[0] === undefined ? "" : toKey(values);
}

/** Compares numbers as texts, which all cells are. */
function toKey(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => (value === null || value === undefined ? null : String(value))));
}

async function findParents(task: CsvTask, parent: ShapedParent, keyTexts: readonly string[]): Promise<Row[]> {
  if (keyTexts.length === 0) return [];
  const { plan, keys, ownerField } = parent;
  const { db, actor } = task.context;
  const columns = keys.map(({ field }) => sql`${sql.ref(`${rootAlias}.${field.name}`)}::text`);
  // A list is one parameter, however many names there are; a NUL, which no row has, would fail the whole query.
  const texts = `[${keyTexts.filter((text) => !text.includes("\\u0000")).join()}]`;
  const conditions = [
    ...visibleTo(plan, actor),
    sql<boolean>`jsonb_build_array(${sql.join(columns)}) in (select jsonb_array_elements(${texts}::jsonb))`,
    ...(ownerField ? [sql<boolean>`${sql.ref(`${rootAlias}.${ownerField}`)} = ${task.ownerId}`] : []),
  ];
  return selectRows(db, plan, conditions, db.isTransaction ? { lock: "share" } : {});
}

function bodyOf({ columns, ownerField }: ShapedParent, row: CsvRow, { ownerId }: CsvTask): WireRecord {
  const values = columns.map(({ name, field }) => [field.name, fromCsvCell(field, row.cells.get(name) ?? "")] as const);
  return { ...Object.fromEntries(values), ...(ownerField && ownerId !== undefined ? { [ownerField]: ownerId } : {}) };
}

/** The row that storing would create; throws the same errors. */
async function previewParent(
  { context, plans, policy }: CsvTask,
  { plan }: ShapedParent,
  body: WireRecord,
  id: number,
): Promise<Row> {
  const input = completeCreate(plan, context.actor, body);
  return { ...(await validateInput(context, { plan, plans, policy, input })), id };
}

function unknownParent({ plan, keys: [key] }: ShapedParent): FieldError {
  return fieldError(`/${key.field.name}`, "reference", { resource: plan.name });
}

function missingParent({ keys: [key] }: ShapedParent): FieldError {
  return fieldError(`/${key.field.name}`, "required");
}

/** An error of the parent record, at its column. */
function toParentError(parent: ShapedParent, row: CsvRow, error: FieldError): CsvError {
  const name = error.pointer.split("/")[1];
  const column: ShapedColumn = parent.columns.find(({ field }) => field.name === name) ?? parent.keys[0];
  return { ...error, column: column.name, value: row.cells.get(column.name) ?? "" };
}
