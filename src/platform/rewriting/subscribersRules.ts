import { sql } from "kysely";
import type { Json } from "../../core/descriptor.ts";
import type { PlatformContext } from "../context.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { effectiveValues } from "../preferences/effectiveValues.ts";
import { preferenceKindOf } from "../preferences/preferenceKind.ts";
import { loadValues } from "../preferences/preferenceRecord.ts";
import type { Rule } from "./applyRules.ts";

export interface SubscribersRules {
  readonly rules: readonly Rule[];
  /** Country and area code of the subscriber: `cc`, `ac`. */
  readonly codes: Readonly<Record<string, string>>;
}

/** `caller_in` and so on: whose number, inbound, outbound, or to the porting database. */
export interface Way {
  readonly field: string;
  readonly direction: string;
}

/** The rewrite rules of a subscriber, from its own set, else that of its profile or domain, in order. */
export async function rulesOf(
  context: PlatformContext,
  reading: Reading,
  subscriber: Row,
  { field, direction }: Way,
): Promise<SubscribersRules> {
  const preferences = await preferencesOf(context, reading, subscriber);
  const { rows: rules } = await sql<Rule>`
    select match_pattern, replace_pattern from rewriterules
    join rewriterulesets on rewriterulesets.id = set_id
    where rewriterulesets.name = ${preferences("rewrite_rule_set") ?? null}
      and field = ${field} and direction = ${direction} and enabled
    order by priority, rewriterules.id`.execute(reading.db);
  const { rows: numbers } = await sql<{ cc: string; ac: string | null }>`
    select cc::text as cc, ac from numbers where subscriber_id = ${subscriber.id} and is_primary`.execute(reading.db);
  const codeOf = (name: "cc" | "ac") => String(preferences(name) ?? numbers[0]?.[name] ?? "");
  return { rules, codes: { cc: codeOf("cc"), ac: codeOf("ac") } };
}

async function preferencesOf(
  context: PlatformContext,
  reading: Reading,
  subscriber: Row,
): Promise<(name: string) => Json | undefined> {
  const kind = preferenceKindOf("subscribers");
  if (!kind) throw new Error("subscribers have no preferences");
  const [own = {}] = await loadValues(reading.db, kind, [subscriber]);
  const behind = await effectiveValues(context, reading, kind, subscriber, own);
  return (name) => own[name] ?? (behind[name] as { readonly value?: Json } | undefined)?.value;
}
