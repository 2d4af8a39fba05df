import { type Kysely, sql } from "kysely";
import type { ReferenceStorage, TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { MigrationError } from "./errors.ts";
import { indexName } from "./indexName.ts";
import type { TableState } from "./schemaState.ts";
import type { DdlStatement } from "./tableChanges.ts";

export interface ForeignKey extends ReferenceStorage {
  /** As in an error's `constraint`. */
  readonly name: string;
  readonly from: string;
}

export interface ReferenceChanges {
  readonly drop: readonly DdlStatement[];
  readonly create: readonly DdlStatement[];
  /** New ones on existing tables. */
  readonly onOldRows: readonly ForeignKey[];
}

/** Number of rows that a MigrationError names. */
const MAX_NAMED_ROWS = 20;
/** Prefix of all foreign keys from descriptors; others are never dropped. */
const ours = "pb_";

export function foreignKeysOf({ name, references = [] }: TableDescriptor): ForeignKey[] {
  return references.map((reference) => ({
    ...reference,
    from: name,
    name: indexName(`${ours}${name}_${reference.column}_fkey`),
  }));
}

/** Statements that bring a table's foreign keys in line with their descriptors. */
export function changeReferences(table: TableDescriptor, state: TableState | undefined): ReferenceChanges {
  const described = new Map(foreignKeysOf(table).map((key) => [key.name, key]));
  const drop: DdlStatement[] = [];
  for (const [name, target] of state?.references ?? []) {
    if (described.get(name)?.table === target) described.delete(name);
    else if (name.startsWith(ours)) drop.push(sql`alter table ${sql.id(table.name)} drop constraint ${sql.id(name)}`);
  }
  const newKeys = [...described.values()];
  const create =
    newKeys.length === 0 ? [] : [sql`alter table ${sql.id(table.name)} ${sql.join(newKeys.map(addReference))}`];
  return { drop, create, onOldRows: state ? newKeys : [] };
}

/** Checked after each statement, unless a transaction defers it: see deferReferences. */
function addReference({ name, column, table }: ForeignKey): DdlStatement {
  return sql`add constraint ${sql.id(name)} foreign key (${sql.id(column)})
    references ${sql.id(table)} (id) deferrable`;
}

/**
 * For rows that reference each other and are inserted or deleted one after the other: their foreign keys are checked at
 * commit. That makes the commit long, so nothing else defers them.
 */
export async function deferReferences(db: Kysely<Tables>): Promise<void> {
  await sql`set constraints all deferred`.execute(db);
}

/**
 * Repairs orphans before foreign keys refuse them: what should have been deleted or cleared with its target is so now;
 * returns the statements that did it. Throws MigrationError, which names the rows, when only a person can decide what
 * they should reference.
 */
export async function mendOrphans(
  db: Kysely<Tables>,
  newKeys: readonly ForeignKey[],
  all: readonly ForeignKey[],
): Promise<readonly DdlStatement[]> {
  if (newKeys.length === 0) return [];
  await deferReferences(db);
  const applied: DdlStatement[] = [];
  const mend = async (keys: readonly ForeignKey[]) => {
    let count = 0;
    for (const key of keys) {
      const statement = mending(key);
      const { numAffectedRows = 0n } = statement ? await statement.execute(db) : {};
      if (!statement || numAffectedRows === 0n) continue;
      applied.push(statement);
      count += Number(numAffectedRows);
    }
    return count;
  };
  // A deleted row may orphan others.
  for (let count = await mend(newKeys); count > 0; ) count = await mend(all);
  // A table cannot be altered while its rows have pending checks.
  await sql`set constraints all immediate`.execute(db);
  await refuseOrphans(db, newKeys);
  return applied;
}

/** Returns what mendOrphans would run first, without running it; throws the same MigrationError. */
export async function planMending(
  db: Kysely<Tables>,
  newKeys: readonly ForeignKey[],
): Promise<readonly DdlStatement[]> {
  const planned: DdlStatement[] = [];
  for (const key of newKeys) {
    const statement = mending(key);
    if (!statement) continue;
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from ${sql.table(key.from)} where ${isOrphan(key)}) as "any"`.execute(db);
    if (rows[0]?.any) planned.push(statement);
  }
  await refuseOrphans(db, newKeys);
  return planned;
}

async function refuseOrphans(db: Kysely<Tables>, newKeys: readonly ForeignKey[]): Promise<void> {
  const broken: string[] = [];
  for (const key of newKeys.filter(({ orphans }) => orphans === undefined)) {
    const { rows } = await sql<{ id: number; target: number }>`
      select ${sql.ref("id")}, ${sql.ref(key.column)} as target from ${sql.table(key.from)}
      where ${isOrphan(key)} order by 1 limit ${sql.lit(MAX_NAMED_ROWS)}`.execute(db);
    const list = rows.map(({ id, target }) => `${id} (${target})`).join(", ");
    if (rows.length > 0)
      broken.push(`${key.from}.${key.column}, of rows ${list}${rows.length < MAX_NAMED_ROWS ? "" : ", ..."}`);
  }
  if (broken.length > 0) {
    throw new MigrationError(
      `rows refer to others that do not exist: ${broken.join("; ")}; correct or delete them first`,
    );
  }
}

function mending(key: ForeignKey): DdlStatement | undefined {
  if (key.orphans === "delete") return sql`delete from ${sql.table(key.from)} where ${isOrphan(key)}`;
  if (key.orphans !== "setNull") return undefined;
  const [column, version] = [sql.ref(key.column), sql.ref("row_version")];
  return sql`update ${sql.table(key.from)} set ${column} = null, ${version} = ${version} + 1 where ${isOrphan(key)}`;
}

function isOrphan({ from, column, table }: ForeignKey): DdlStatement {
  const reference = sql.ref(`${from}.${column}`);
  return sql`${reference} is not null and not exists (
    select from ${sql.table(table)} as other where other.id = ${reference})`;
}
