import type { FastifyInstance } from "fastify";
import type { Selectable } from "kysely";
import { changingOperations } from "../../../core/api/journalOperations.ts";
import {
  type LastChange,
  OVERVIEW_DAYS,
  overviewResources,
  type RecordOverview,
} from "../../../core/api/overviewResponse.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { isValid as isTimezone } from "../../../core/validation/formats/timezone-name.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { detailsTabs } from "../../../generated/details.gen.ts";
import { runConcurrently } from "../../db/statements.ts";
import { itemPath } from "../../http/hal.ts";
import { type ItemRequest, parseId, queryOf } from "../../http/query.ts";
import { isScheduled, passes, readsField, readsJournals } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import { journalResourcesOf } from "../../records/journal/related.ts";
import { loadRecordEntries } from "../../records/operations/journal.ts";
import { listConditions, quickCount } from "../../records/operations/list.ts";
import type { ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { filterConditions } from "../../records/query/filters.ts";
import { findVisible } from "../../records/query/selectRows.ts";
import { serializeRows } from "../../records/unitOfWork/serialize.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { countCallsOverTime } from "./callsOverTime.ts";

const DAY_MS = 86_400_000;
const LAST_CHANGES = 3;

interface OverviewRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  /** Time zone of the days. */
  readonly tz: string;
}

/** Reads facts about a record that are not its fields; throws 404 if the caller does not see it. */
export async function readOverview(
  context: PlatformContext,
  readContext: ReadContext,
  { plan, id, tz }: OverviewRequest,
): Promise<RecordOverview> {
  const row = await findVisible(readContext, plan, id);
  const overview: Partial<RecordOverview> = {};
  const parts: readonly (() => Promise<Partial<RecordOverview>>)[] = [
    () => countTabs(context, readContext, plan, row.id),
    () => subscribersOf(context, readContext, plan, row),
    () => balanceOf(context, readContext, plan, row),
    () => callsOf(context, readContext, { plan, id: row.id, tz }),
    () => changesOf(readContext, plan, row.id),
  ];
  await runConcurrently(
    readContext.db,
    parts.map((read) => async () => {
      Object.assign(overview, await read());
    }),
  );
  return { counts: {}, ...overview };
}

function readable(
  { plans, assertCan }: PlatformContext,
  { actor }: ReadContext,
  name: string,
): ResourcePlan | undefined {
  const plan = plans.get(name);
  return plan && passes(() => assertCan(actor, plan.descriptor, "read")) ? plan : undefined;
}

/** As many as the list of each tab tells, with the filters that it opens with. */
async function countTabs(
  context: PlatformContext,
  readContext: ReadContext,
  plan: ResourcePlan,
  id: number,
): Promise<Pick<RecordOverview, "counts">> {
  const counts: Record<string, number> = {};
  await runConcurrently(
    readContext.db,
    (detailsTabs[plan.name] ?? []).map(({ path, content }) => async () => {
      if (content.kind !== "list" || content.source !== "id") return;
      const { target, filter = {}, resource } = content;
      const listed = readable(context, readContext, resource);
      // A filter that the caller may not use would be ignored, and everything counted.
      const field = listed?.descriptor.fields.find(({ name }) => name === target);
      if (!listed || listed.hooks.sharedTableList || !readsField(readContext.actor, listed.descriptor, field)) return;
      const { filterDefaultValues = {} } = listed.descriptor.list;
      const query = new Map(
        Object.entries({ ...filterDefaultValues, ...filter, [target]: id }).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      const conditions = await listConditions(readContext, listed, context.plans, query);
      const { total } = await quickCount(readContext, listed, conditions);
      if (total !== null) counts[path] = total;
    }),
  );
  return { counts };
}

/** Column of subscribers that names their owner, by the owner's resource. */
const ownedBy: Readonly<Record<string, "customer_id" | "reseller_id">> = {
  customers: "customer_id",
  resellers: "reseller_id",
};

/** Those that count towards the owner's limit. */
async function subscribersOf(
  context: PlatformContext,
  readContext: ReadContext,
  { name }: ResourcePlan,
  row: Row,
): Promise<Pick<RecordOverview, "subscribers">> {
  const column = ownedBy[name];
  if (!column || !readable(context, readContext, "subscribers")) return {};
  const { used } = await readContext.db
    .selectFrom("subscribers")
    .select(({ fn }) => fn.countAll<number | string>().as("used"))
    .where(column, "=", row.id)
    .where("status", "<>", "terminated")
    .executeTakeFirstOrThrow();
  const limited =
    name === "resellers" && isStorableId(row.contract_id)
      ? await readContext.db
          .selectFrom("contracts")
          .select("max_subscribers")
          .where("id", "=", row.contract_id)
          .executeTakeFirst()
      : row;
  const max = limited?.max_subscribers;
  return { subscribers: { used: Number(used), max: typeof max === "number" ? max : null } };
}

/** The cash balance of a customer, in the currency of its billing profile. */
async function balanceOf(
  context: PlatformContext,
  readContext: ReadContext,
  plan: ResourcePlan,
  row: Row,
): Promise<Pick<RecordOverview, "balance">> {
  const balances = plan.name === "customers" ? readable(context, readContext, "customerbalances") : undefined;
  if (!balances) return {};
  const [balance] = await serializeRows(readContext, balances, [await findVisible(readContext, balances, row.id)]);
  if (typeof balance?.cash_balance !== "number") return {};
  const { cash_balance: cash, currency } = balance;
  return { balance: { cash, currency: typeof currency === "string" ? currency : null } };
}

/** Filter of calls that selects those of a record, by its resource. */
const callsBy: Readonly<Record<string, string>> = {
  customers: "customer_id",
  resellers: "reseller_id",
  subscribers: "subscriber_id",
};

async function callsOf(
  context: PlatformContext,
  readContext: ReadContext,
  { plan, id, tz }: OverviewRequest,
): Promise<Pick<RecordOverview, "calls">> {
  const calls = readable(context, readContext, "calls");
  const filter = callsBy[plan.name];
  if (!calls || filter === undefined) return {};
  const among = await filterConditions(readContext, calls, context.plans, new Map([[filter, String(id)]]));
  const from = new Date(readContext.now.getTime() - (OVERVIEW_DAYS - 1) * DAY_MS);
  const { to, buckets } = await countCallsOverTime(
    readContext,
    calls,
    { from, to: readContext.now, by: "day", tz },
    among,
  );
  return { calls: { to, buckets } };
}

/** The newest entries of the record's journal. */
async function changesOf(
  context: ReadContext,
  plan: ResourcePlan,
  id: number,
): Promise<Pick<RecordOverview, "changes">> {
  if (!plan.descriptor.journal || !readsJournals(context.actor)) return {};
  const entries = await loadRecordEntries(context, plan, id, journalResourcesOf(plan));
  const rows = await entries
    .select(["id", "operation", "timestamp", "username", "user_id"])
    .where("operation", "in", changingOperations)
    .orderBy("id", "desc")
    .limit(LAST_CHANGES)
    .execute();
  return { changes: rows.map(toChange) };
}

type JournalRow = Pick<Selectable<Tables["journals"]>, "id" | "operation" | "timestamp" | "username" | "user_id">;

function toChange({ user_id, ...change }: JournalRow): LastChange {
  return { ...change, is_scheduled: isScheduled({ user_id }) };
}

/**
 * `GET /api/<resource>/{id}/overview?tz=…`, of this platform only (extension `overview`): what the head of a record's page
 * and its tabs tell, in one answer.
 */
export function registerOverview(app: FastifyInstance, context: PlatformContext): void {
  for (const plan of context.plans.values()) {
    if (!overviewResources.includes(plan.name)) continue;
    app.get(`${itemPath(plan.name, ":id")}/overview`, async (request: ItemRequest) => {
      const actor = await context.actorOf(request);
      const id = parseId(request.params.id);
      context.assertCan(actor, plan.descriptor, "read", id);
      const tz = queryOf(request).get("tz") ?? context.settings.timeZone;
      if (!isTimezone(tz)) throw new PlatformError("invalid_period");
      return readOverview(context, context.readAs(actor), { plan, id, tz });
    });
  }
}
