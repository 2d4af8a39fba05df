import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { isSeen } from "./node.ts";

/** The value in docs/scaling.md: enough for several nodes and many years. */
const USUAL = 512;
/** PostgreSQL plans memory for twice as many locks as its settings say, and takes some more from what is left. */
const SPARE = 2;

interface LockCapacity {
  /** `max_locks_per_transaction`. */
  readonly given: number;
  /** The setting that the server should have. */
  readonly wanted: number;
  readonly partitions: number;
  readonly nodes: number;
}

/**
 * Finds a lack of room for the locks of all connections of all nodes at once, each of which may look through all
 * partitions of a table: then it locks each of them with each index. Undefined if there is room, or no partitions.
 * `connections` is the number of each node.
 */
export async function findLockShortage(db: Kysely<Tables>, connections: number): Promise<LockCapacity | undefined> {
  const { rows } = await sql<Facts>`
    select current_setting('max_locks_per_transaction')::integer as given,
      current_setting('max_connections')::integer + current_setting('max_prepared_transactions')::integer as holders,
      coalesce(max(partitions), 0)::integer as partitions, coalesce(max(relations), 0)::integer as relations,
      to_regclass('nodes') is not null as "hasNodes"
    from (
      select count(*) as partitions, sum(1 + indexes) as relations
      from pg_inherits
      join pg_class as parent on parent.oid = inhparent and parent.relkind = 'p'
        and parent.relnamespace = current_schema()::regnamespace
      cross join lateral (select count(*) as indexes from pg_index where indrelid = inhrelid) as of_one
      group by inhparent
    ) as tables`.execute(db);
  const [facts] = rows;
  if (!facts || facts.partitions === 0) return undefined;
  const nodes = facts.hasNodes ? await countNodes(db) : 1;
  const perPlace = (facts.relations * connections * nodes) / (SPARE * facts.holders);
  if (perPlace <= facts.given) return undefined;
  const wanted = Math.max(USUAL, 2 ** Math.ceil(Math.log2(perPlace)));
  return { given: facts.given, wanted, partitions: facts.partitions, nodes };
}

interface Facts {
  readonly given: number;
  readonly holders: number;
  readonly partitions: number;
  readonly relations: number;
  readonly hasNodes: boolean;
}

/** Running ones; at least the one that is asked about. */
async function countNodes(db: Kysely<Tables>): Promise<number> {
  const running = await db.selectFrom("nodes").select("node").where(isSeen).execute();
  return Math.max(running.length, 1);
}

/** Returns advice to operators. */
export function toAdvice({ given, wanted, partitions, nodes }: LockCapacity): string {
  const among = nodes === 1 ? "" : ` and ${nodes} nodes`;
  return (
    `max_locks_per_transaction is ${given}, too small for ${partitions} partitions${among}: ` +
    `write ${wanted} into postgresql.conf and restart PostgreSQL`
  );
}
