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
  const rules = await reading.db
    .selectFrom("rewriterules")
    .innerJoin("rewriterulesets", "rewriterulesets.id", "set_id")
    .select(["match_pattern", "replace_pattern"])
    .where("rewriterulesets.name", "=", String(preferences("rewrite_rule_set") ?? ""))
    .where("field", "=", field)
    .where("direction", "=", direction)
    .where("enabled", "is", true)
    .orderBy("priority")
    .orderBy("rewriterules.id")
    .execute();
  const numbers = reading.db.selectFrom("numbers").select(["cc", "ac"]).where("subscriber_id", "=", subscriber.id);
  const primary = await numbers.where("is_primary", "is", true).executeTakeFirst();
  const codeOf = (name: "cc" | "ac") => String(preferences(name) ?? primary?.[name] ?? "");
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
