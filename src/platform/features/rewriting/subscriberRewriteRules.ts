import type { Json } from "../../../core/schema/descriptor.ts";
import {
  type RewriteRule,
  type RewriteWay,
  rulesFor,
  variablesIn,
} from "../../../core/telephony/callRouting/rewrite.ts";
import { neededKindOf } from "../../../core/telephony/preferenceKind.ts";
import { loadValues } from "../../preferences/preferenceRecord.ts";
import type { PlatformContext } from "../../records/context.ts";
import { loadEffectiveValues } from "../../records/preferenceOwner.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";

interface SubscribersRules {
  readonly rules: readonly RewriteRule[];
  /** Values of the variables that they use. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

/** The variable for all numbers of a subscriber's customer. */
const CUSTOMER_NUMBERS = "cloud_pbx_account_cli_list";

/** The rewrite rules of a subscriber, from its own set, else that of its profile or domain, in order. */
export async function loadSubscriberRules(
  context: PlatformContext,
  readContext: ReadContext,
  subscriber: Row<"subscribers">,
  way: RewriteWay,
): Promise<SubscribersRules> {
  const preferences = await preferencesOf(context, readContext, subscriber);
  const storedRules = await readContext.db
    .selectFrom("rewriterules")
    .innerJoin("rewriterulesets", "rewriterulesets.id", "set_id")
    .selectAll("rewriterules")
    .where("rewriterulesets.name", "=", String(preferences("rewrite_rule_set") ?? ""))
    .execute();
  const rules = rulesFor(storedRules, way);
  const numbers = readContext.db.selectFrom("numbers").select(["cc", "ac"]).where("subscriber_id", "=", subscriber.id);
  const primary = await numbers.where("is_primary", "is", true).executeTakeFirst();
  const names = [...variablesIn(rules)];
  const colleagues = names.includes(CUSTOMER_NUMBERS)
    ? await loadCustomerNumbers(readContext, subscriber.customer_id)
    : [];
  const codes: Readonly<Record<string, string | null | undefined>> = { cc: primary?.cc, ac: primary?.ac };
  const valuesOf = (name: string): readonly string[] => {
    if (name === CUSTOMER_NUMBERS) return colleagues;
    const value = preferences(name) ?? codes[name] ?? null;
    return value === null ? [] : (Array.isArray(value) ? value : [value]).map(String);
  };
  return { rules, variables: Object.fromEntries(names.map((name) => [name, valuesOf(name)])) };
}

/** The numbers of all active subscribers of a customer. */
export async function loadCustomerNumbers({ db }: Pick<ReadContext, "db">, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("numbers")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select("numbers.number")
    .where("subscribers.customer_id", "=", customerId)
    .where("subscribers.status", "!=", "terminated")
    .orderBy("numbers.id")
    .execute();
  return rows.flatMap(({ number }) => number ?? []);
}

async function preferencesOf(
  context: PlatformContext,
  readContext: ReadContext,
  subscriber: Row,
): Promise<(name: string) => Json | undefined> {
  const kind = neededKindOf("subscribers");
  const [ownValues = {}] = await loadValues(readContext.db, kind, [subscriber]);
  const behind = await loadEffectiveValues(context, readContext, kind, subscriber, ownValues);
  return (name) => ownValues[name] ?? behind[name]?.value;
}
