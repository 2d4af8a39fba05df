import { type Expression, type SqlBool, sql } from "kysely";
import type { LevelName, RecordName, SubscriberLine } from "../../../core/telephony/callRouting/data.ts";
import { isName } from "../../db/folded.ts";
import { loadServerPreferences } from "../../preferences/preferencesInForce.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import { type Plans, planOf } from "../../records/plan/resourcePlan.ts";
import { byId, resourceExpressions, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { findProfileIdAt } from "../billing/billingIntervals.ts";
import { type LoadedTariff, loadPorted, loadTariff } from "../billing/loadTariff.ts";
import { loadCustomerNumbers } from "../rewriting/subscriberRewriteRules.ts";
import { loadLine } from "./loadLine.ts";
import { loadContainer, loadHeaderSet, loadNcosLevel, loadNcosSet, loadPeering, loadRewriteSet } from "./loadSets.ts";

const subscriber = resourceExpressions<"subscribers">();

interface RoutingLoadOptions {
  readonly plans: Plans;
  readonly context: ReadContext;
  readonly at: Date;
  readonly tellsFees: boolean;
}

/** Look-ups of a call in this platform, by name: plain data, and only what the caller of the API may see. */
const parts = {
  line: (options: RoutingLoadOptions, id: number) => lineWhere(options, byId(id)),
  idByNumber: async ({ context }: RoutingLoadOptions, number: string) => {
    const numbers = context.db.selectFrom("numbers").select("subscriber_id").where("number", "=", number);
    return (await numbers.executeTakeFirst())?.subscriber_id ?? null;
  },
  idByAddress: async ({ context }: RoutingLoadOptions, username: string, domain: string) => {
    const query = context.db
      .selectFrom("subscribers")
      .innerJoin("domains", "domains.id", "subscribers.domain_id")
      .select("subscribers.id")
      .where(isName(sql.ref("subscribers.username"), username))
      .where(isName(sql.ref("domains.domain"), domain))
      .where("subscribers.status", "!=", "terminated")
      // Old names may differ in case only: the one with the same case is preferred.
      .orderBy((eb) => eb("domains.domain", "=", domain), "desc")
      .orderBy((eb) => eb("subscribers.username", "=", username), "desc");
    return (await query.executeTakeFirst())?.id ?? null;
  },
  lineByExtension: (options: RoutingLoadOptions, customerId: number, extension: string) =>
    lineWhere(options, subscriber.and({ "table.customer_id": customerId, "table.pbx_extension": extension })),
  isServed: async ({ context }: RoutingLoadOptions, domain: string) => {
    const domains = context.db
      .selectFrom("domains")
      .select("id")
      .where(isName(sql.ref("domain"), domain));
    return (await domains.executeTakeFirst()) !== undefined;
  },
  customerNumbers: ({ context }: RoutingLoadOptions, customerId: number) => loadCustomerNumbers(context, customerId),
  trustedSources: ({ context }: RoutingLoadOptions, address: string) =>
    context.db.selectFrom("trustedsources").selectAll().where("src_ip", "=", address).orderBy("id").execute(),
  peering: ({ context }: RoutingLoadOptions) => loadPeering(context.db),
  serverPreferences: ({ context }: RoutingLoadOptions, server: RecordName) => loadServerPreferences(context.db, server),
  rewriteSet: ({ context }: RoutingLoadOptions, by: { name: string } | { id: number }) =>
    loadRewriteSet(context.db, by),
  ncosLevel: ({ context }: RoutingLoadOptions, by: LevelName) => loadNcosLevel(context.db, by),
  ncosSet: ({ context }: RoutingLoadOptions, resellerId: number, name: string) =>
    loadNcosSet(context.db, resellerId, name),
  emergencyContainer: ({ context }: RoutingLoadOptions, resellerId: number, name: string) =>
    loadContainer(context.db, resellerId, name),
  ported: ({ context, at }: RoutingLoadOptions, number: string) => loadPorted(context, number, at, context.timeZone),
  headerSet: ({ context }: RoutingLoadOptions, by: { name: string } | { subscriberId: number }) =>
    loadHeaderSet(context.db, by),
  tariff: (options: RoutingLoadOptions, customerId: number) =>
    options.tellsFees ? tariffOfCustomer(options, customerId) : null,
};

export type Parts = typeof parts;

/** The arguments of a part besides what is asked for. */
export type PartArguments<Name extends keyof Parts> =
  Parameters<Parts[Name]> extends [RoutingLoadOptions, ...infer Rest] ? Rest : never;

export interface PartQuestion {
  readonly name: keyof Parts;
  readonly args: readonly unknown[];
  readonly at: Date;
}

/** Loads what the engine asks for. */
export async function loadPart(
  options: Omit<RoutingLoadOptions, "at">,
  { name, args, at }: PartQuestion,
): Promise<unknown> {
  // The name and the arguments came together, from a thread.
  const load = parts[name] as (options: RoutingLoadOptions, ...args: readonly unknown[]) => unknown;
  return load({ ...options, at }, ...args);
}

async function lineWhere(
  { plans, context }: RoutingLoadOptions,
  condition: Expression<SqlBool>,
): Promise<SubscriberLine | null> {
  const plan = planOf(plans, "subscribers");
  const [row] = await selectRows<"subscribers">(context.db, plan, [...visibleTo(plan, context.actor), condition]);
  return row ? loadLine(context, row) : null;
}

async function tariffOfCustomer(
  { plans, context, at }: RoutingLoadOptions,
  customerId: number,
): Promise<{ readonly profile: RecordName; readonly currency: string | null; readonly tariff: LoadedTariff } | null> {
  const { db, timeZone } = context;
  const customers = db.selectFrom("customers").select("all_billing_profiles").where("id", "=", customerId);
  const customer = await customers.executeTakeFirst();
  const id = findProfileIdAt(toJsonArray(customer?.all_billing_profiles), at);
  if (id === undefined) return null;
  const [profile] = await selectRows<"billingprofiles">(db, planOf(plans, "billingprofiles"), [byId(id)]);
  if (!profile) return null;
  return {
    profile: { resource: "billingprofiles", id, title: profile.name },
    currency: profile.currency ?? null,
    tariff: await loadTariff(context, profile, timeZone),
  };
}
