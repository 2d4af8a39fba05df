import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import type { EntityHooks, Reading, Row } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { parseValue } from "../query/parseValue.ts";

type Condition = RawBuilder<boolean>;

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);
const both = (...conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
const either = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/** All phonebooks share a table; the owner columns tell whose entry a row is. */
const ofReseller = sql<boolean>`${column("customer_id")} is null`;
const ofCustomer = sql<boolean>`${column("customer_id")} is not null and ${column("subscriber_id")} is null`;
const ofSubscriber = sql<boolean>`${column("subscriber_id")} is not null`;
const shared = both(ofSubscriber, sql<boolean>`${column("shared")} is true`);

export const customerphonebookentries: EntityHooks<"customerphonebookentries"> = {
  /** `include`: also what its subscribers share (`shared`), what its reseller has (`reseller`), or both (`all`). */
  widen(query) {
    const included = includedBy(query, ["shared", "reseller"]);
    if (!included) return undefined;
    const kinds = either([ofCustomer, ...(included.has("shared") ? [shared] : [])]);
    const mark = (row: Row, record: WireRecord) => {
      record.own = row.customer_id !== null && row.subscriber_id === null;
    };
    const id = ownerId(query, "customer_id");
    if (id === undefined) return { rows: either([kinds, ...ifAny(included, ofReseller)]), instead: [], mark };
    const own = both(sql<boolean>`${column("customer_id")} = ${id}`, kinds);
    return { rows: either([own, ...ifAny(included, resellersOf("customers", id))]), instead: ["customer_id"], mark };
  },

  present: markOwn,
};

export const subscriberphonebookentries: EntityHooks<"subscriberphonebookentries"> = {
  /** `include`: also what its customer has and others there share (`customer`), its reseller's (`reseller`), or both (`all`). */
  widen(query) {
    const included = includedBy(query, ["customer", "reseller"]);
    if (!included) return undefined;
    const id = ownerId(query, "subscriber_id");
    const mark = (row: Row, record: WireRecord) => {
      record.own = id === undefined ? row.subscriber_id !== null : row.subscriber_id === id;
    };
    const customers = either([ofCustomer, shared]);
    if (id === undefined) {
      const kinds = [ofSubscriber, ...(included.has("customer") ? [customers] : [])];
      return { rows: either([...kinds, ...ifAny(included, ofReseller)]), instead: [], mark };
    }
    const ofItsCustomer = sql<boolean>`${column("customer_id")} = (select customer_id from subscribers where id = ${id})`;
    const rows = [
      sql<boolean>`${column("subscriber_id")} = ${id}`,
      ...(included.has("customer") ? [both(ofItsCustomer, customers)] : []),
      ...ifAny(included, resellersOf("subscribers", id)),
    ];
    return { rows: either(rows), instead: ["subscriber_id"], mark };
  },

  present: markOwn,
};

async function markOwn(_reading: Reading, _rows: readonly Row[], records: WireRecord[]): Promise<void> {
  for (const record of records) record.own = true;
}

/** The kinds that `include` names; undefined when absent or unknown. */
function includedBy(query: Query, kinds: readonly [string, "reseller"]): ReadonlySet<string> | undefined {
  const text = query.get("include");
  if (text === "all") return new Set(kinds);
  return text !== undefined && (kinds as readonly string[]).includes(text) ? new Set([text]) : undefined;
}

function ifAny(included: ReadonlySet<string>, condition: Condition): Condition[] {
  return included.has("reseller") ? [condition] : [];
}

/** An impossible id finds nothing. */
function ownerId(query: Query, name: string): number | undefined {
  const text = query.get(name);
  return text === undefined ? undefined : Number(parseValue("integer", text, "UTC") ?? 0);
}

function resellersOf(owners: "customers" | "subscribers", id: number): Condition {
  const reseller = sql`(select reseller_id from ${sql.table(owners)} where id = ${id})`;
  return both(ofReseller, sql<boolean>`${column("reseller_id")} = ${reseller}`);
}
