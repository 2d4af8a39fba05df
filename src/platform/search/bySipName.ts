import { sql } from "kysely";
import { knownTitle } from "../../core/recordTitle.ts";
import { runPlanned } from "../db/statements.ts";
import type { Reading } from "../entityHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern } from "../query/like.ts";
import { lookupCondition } from "../query/lookupCondition.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { type Candidate, most, patternOf } from "./candidates.ts";
import { rankOf } from "./ranks.ts";
import type { Typed } from "./typed.ts";

/** Records whose title is a SIP name (`{username}@{domain}`), by a text around its `@`. */
export async function candidatesBySipName(
  reading: Reading,
  plans: Plans,
  plan: ResourcePlan,
  { text, folded }: Typed,
): Promise<Candidate[]> {
  const [user = "", domain, ...others] = text.split("@");
  const template = /^\{(\w+)\}@\{(\w+)\}$/.exec(plan.descriptor.record);
  const [, userField = "", domainField = ""] = template ?? [];
  const path = plan.fields.get(domainField)?.aliasOf?.split(".") ?? [];
  if (domain === undefined || others.length > 0 || user === "" || path.length !== 2) return [];
  // Without a trigram only the whole name is found.
  const pattern = patternOf(user, user.length < 3 ? "exact" : "part").replace(/%$/, "");
  const inDomain = await lookupCondition(reading, path, plan, plans, ({ expression }) =>
    matchesPattern(expression, patternOf(domain, "prefix")),
  );
  const [reference = "", name = ""] = path;
  const target = plans.get(plan.fields.get(reference)?.reference?.resource ?? "");
  if (!target) return [];
  const named = sql.ref(`${rootAlias}.${userField}`);
  const where = whereAll([matchesPattern(named, pattern), inDomain, ...visibleTo(plan, reading.actor)]);
  const domains = sql`(select ${sql.ref(name)} from ${target.source} as target
    where target.id = ${sql.ref(`${rootAlias}.${reference}`)})`;
  const { rows } = await runPlanned(
    sql<{ id: number; user: string; domain: string }>`select ${sql.ref(`${rootAlias}.id`)}, ${named} as "user",
      ${domains} as domain ${from(plan)} ${where} limit ${sql.lit(most)}`,
    reading.db,
  );
  return rows.flatMap((row): Candidate[] => {
    const title = knownTitle(plan.descriptor.record, { [userField]: row.user, [domainField]: row.domain }) ?? "";
    const rank = rankOf(title, folded);
    return rank ? [{ id: Number(row.id), match: { field: userField, text: title, rank }, isEnded: false }] : [];
  });
}
