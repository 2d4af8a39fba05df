import type { Expression, SqlBool } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import type { Query } from "../http/query.ts";
import { parseValue } from "../records/query/operators.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ReadContext, ResourceHooks, Row } from "../resourceHooks.ts";

const entry = resourceExpressions<"customerphonebookentries">();

/** All phonebooks share a table; the owner columns tell whose entry a row is. */
const ofReseller = entry("table.customer_id", "is", null);
const ofCustomer = entry.and([entry("table.customer_id", "is not", null), entry("table.subscriber_id", "is", null)]);
const ofSubscriber = entry("table.subscriber_id", "is not", null);
const shared = entry.and([ofSubscriber, entry("table.shared", "is", true)]);

export const customerphonebookentries: ResourceHooks<"customerphonebookentries"> = {
  /** `include`: also what its subscribers share (`shared`), what its reseller has (`reseller`), or both (`all`). */
  sharedTableList(query) {
    const included = includedBy(query, ["shared", "reseller"]);
    if (!included) return undefined;
    const kinds = entry.or([ofCustomer, ...(included.has("shared") ? [shared] : [])]);
    const mark = (row: Row, record: WireRecord) => {
      record.own = row.customer_id !== null && row.subscriber_id === null;
    };
    const id = ownerId(query, "customer_id");
    if (id === undefined)
      return {
        rows: entry.or([kinds, ...resellerConditions(included, ofReseller)]),
        handledFilters: [],
        annotate: mark,
      };
    const own = entry.and([entry("table.customer_id", "=", id), kinds]);
    return {
      rows: entry.or([own, ...resellerConditions(included, resellersOf("customers", id))]),
      handledFilters: ["customer_id"],
      annotate: mark,
    };
  },

  afterRead: markOwn,
};

export const subscriberphonebookentries: ResourceHooks<"subscriberphonebookentries"> = {
  /** `include`: also what its customer has and others there share (`customer`), its reseller's (`reseller`), or both (`all`). */
  sharedTableList(query) {
    const included = includedBy(query, ["customer", "reseller"]);
    if (!included) return undefined;
    const id = ownerId(query, "subscriber_id");
    const mark = (row: Row, record: WireRecord) => {
      record.own = id === undefined ? row.subscriber_id !== null : row.subscriber_id === id;
    };
    const customers = entry.or([ofCustomer, shared]);
    if (id === undefined) {
      const kinds = [ofSubscriber, ...(included.has("customer") ? [customers] : [])];
      return {
        rows: entry.or([...kinds, ...resellerConditions(included, ofReseller)]),
        handledFilters: [],
        annotate: mark,
      };
    }
    const itsCustomer = entry.selectFrom("subscribers").select("customer_id").where("id", "=", id);
    const rows = [
      entry("table.subscriber_id", "=", id),
      ...(included.has("customer") ? [entry.and([entry("table.customer_id", "=", itsCustomer), customers])] : []),
      ...resellerConditions(included, resellersOf("subscribers", id)),
    ];
    return { rows: entry.or(rows), handledFilters: ["subscriber_id"], annotate: mark };
  },

  afterRead: markOwn,
};

async function markOwn(_reading: ReadContext, _rows: readonly Row[], records: WireRecord[]): Promise<void> {
  for (const record of records) record.own = true;
}

/** The kinds that `include` names; undefined when absent or unknown. */
function includedBy(query: Query, kinds: readonly [string, "reseller"]): ReadonlySet<string> | undefined {
  const text = query.get("include");
  if (text === "all") return new Set(kinds);
  return text !== undefined && kinds.some((kind) => kind === text) ? new Set([text]) : undefined;
}

function resellerConditions(included: ReadonlySet<string>, condition: Expression<SqlBool>): Expression<SqlBool>[] {
  return included.has("reseller") ? [condition] : [];
}

/** An impossible id finds nothing. */
function ownerId(query: Query, name: string): number | undefined {
  const text = query.get(name);
  return text === undefined ? undefined : Number(parseValue("integer", text, "UTC") ?? 0);
}

function resellersOf(owners: "customers" | "subscribers", id: number): Expression<SqlBool> {
  const reseller = entry.selectFrom(owners).select("reseller_id").where("id", "=", id);
  return entry.and([ofReseller, entry("table.reseller_id", "=", reseller)]);
}
