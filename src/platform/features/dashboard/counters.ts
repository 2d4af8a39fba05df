import { sql } from "kysely";
import { canOpen } from "../../../core/access/access.ts";
import type { Json } from "../../../core/schema/descriptor.ts";
import { startOfDay, wallTime } from "../../../core/values/dateTime.ts";
import type { PlatformContext } from "../../records/context.ts";
import { sumRecords } from "../../records/operations/sumRecords.ts";
import { planOf, rootAlias } from "../../records/plan/resourcePlan.ts";
import { type Conditions, countRows, visibleTo } from "../../records/query/selectRows.ts";
import type { ReadContext } from "../../resourceHooks.ts";

type Counter = (context: PlatformContext, readContext: ReadContext) => Promise<Json>;

interface Widget {
  /** Callers who cannot see the dashboard's card do not get its numbers. */
  readonly right: string;
  readonly counters: Readonly<Record<string, Counter>>;
}

const customers = {
  customers_count: count("customers"),
  subscribers_count: count("subscribers"),
  contacts_count: count("customercontacts"),
};

/** The cards of the older dashboard and their counters. */
const widgets: Readonly<Record<string, Widget>> = {
  AdminSystemOverview: {
    right: "page.dashboard.card.systemstat",
    counters: { emergency_mode: domainsInEmergency, overall_status: overallStatus },
  },
  AdminBillingOverview: {
    right: "page.dashboard.card.billing.resellerRevenue",
    counters: {
      profiles_count: count("billingprofiles"),
      peering_sum: nothingKept,
      reseller_sum: nothingKept,
      customer_sum: customerSum,
    },
  },
  AdminPeeringOverview: {
    right: "page.dashboard.card.peering",
    counters: {
      groups_count: count("peeringgroups"),
      hosts_count: count("peeringservers"),
      rules_count: count("peeringrules"),
    },
  },
  AdminResellerOverview: {
    right: "page.dashboard.card.reseller",
    counters: {
      resellers_count: count("resellers"),
      domains_count: count("domains"),
      customers_count: count("customers"),
      subscribers_count: count("subscribers"),
    },
  },
  ResellerBillingOverview: {
    right: "page.dashboard.card.billing.resellerCost",
    counters: { profiles_count: count("billingprofiles"), reseller_sum: nothingKept, customer_sum: customerSum },
  },
  ResellerCustomerOverview: { right: "page.dashboard.card.customer", counters: customers },
  ResellerDomainOverview: {
    right: "page.dashboard.card.domain",
    counters: {
      domains_count: count("domains"),
      rwr_sets_count: count("rewriterulesets"),
      sound_sets_count: count("soundsets"),
    },
  },
  CCareCustomerOverview: { right: "page.dashboard.card.customer", counters: customers },
};

/**
 * One number of the older dashboard, over what the caller sees. Null otherwise, as on the older platforms: an unknown
 * card or counter, a card that the caller has no right on, a number that is not available.
 */
export async function readCounter(
  context: PlatformContext,
  readContext: ReadContext,
  widgetName: string,
  counterName: string,
): Promise<Json> {
  const widget = Object.hasOwn(widgets, widgetName) ? widgets[widgetName] : undefined;
  if (!widget || !canOpen(readContext.actor, widget.right)) return null;
  const counter = Object.hasOwn(widget.counters, counterName) ? widget.counters[counterName] : undefined;
  return counter ? counter(context, readContext) : null;
}

/** Number of records, without terminated ones. */
function count(resource: string): Counter {
  return async (context, readContext) => {
    const plan = context.plans.get(resource);
    if (!plan) return null;
    context.assertCan(readContext.actor, plan.descriptor, "lookup");
    const { remove } = plan.descriptor;
    const conditions: Conditions = [
      ...visibleTo(plan, readContext.actor),
      ...(remove.by === "status" ? [sql<boolean>`${sql.ref(`${rootAlias}.${remove.field}`)} <> ${remove.value}`] : []),
    ];
    return countRows(readContext, plan, conditions);
  };
}

/** Costs between carriers, platform and resellers are not stored here. */
async function nothingKept(): Promise<Json> {
  return null;
}

/**
 * Cost of customers' calls since the start of this month, in cents; null where they are in several currencies. Requires
 * the right to see calls.
 */
async function customerSum({ plans, settings, assertCan }: PlatformContext, context: ReadContext): Promise<Json> {
  const plan = planOf(plans, "calls");
  assertCan(context.actor, plan.descriptor, "read");
  const { year, month } = wallTime(context.now, settings.timeZone);
  const since = startOfDay({ year, month, day: 1 }, settings.timeZone);
  const sums = await sumRecords(context, plan, plans, new Map([["start_ge", since.toISOString()]]));
  const costs = Object.values(sums.source_customer_cost ?? {});
  return costs.length > 1 ? null : (costs[0] ?? 0);
}

/** A text, as the older platform writes this number. */
async function domainsInEmergency({ plans, assertCan }: PlatformContext, context: ReadContext): Promise<Json> {
  const plan = planOf(plans, "domains");
  assertCan(context.actor, plan.descriptor, "lookup");
  const isInEmergency = sql<boolean>`exists (select 1 from preferences where owner_kind = 'domain'
    and owner_id = ${sql.ref(`${rootAlias}.id`)} and attribute = 'emergency_mode_enabled' and value = 'true'::jsonb)`;
  return String(await countRows(context, plan, [isInEmergency, ...visibleTo(plan, context.actor)]));
}

/** This platform is one process: it runs if it responds. */
async function overallStatus({ settings, texts }: PlatformContext): Promise<Json> {
  return settings.identity.maintenance
    ? { class: "ngcp-orange-warning", text: texts("dashboard.maintenance") }
    : { class: "ngcp-green-ok", text: texts("dashboard.allRunning") };
}
