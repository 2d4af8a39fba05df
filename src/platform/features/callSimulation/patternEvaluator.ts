import type { RoutedCall, RoutingQuestion } from "../../../core/telephony/callRouting/callTrace.ts";
import { type RewriteRule, rewriteNumber } from "../../../core/telephony/callRouting/rewrite.ts";
import { routeCall } from "../../../core/telephony/callRouting/routeCall.ts";
import { type PricedCall, priceCall } from "../../../core/telephony/rating/callPrice.ts";
import { Tariff } from "../../../core/telephony/rating/tariff.ts";
import type { LoadedTariff } from "../billing/loadTariff.ts";
import { CachedLookup, MissingPart } from "./cachedLookup.ts";
import type { PartQuestion } from "./loadPart.ts";

declare module "../../evaluation/evaluators.ts" {
  interface Evaluators {
    readonly rewriteNumbers: typeof rewriteNumbers;
    readonly priceCall: typeof priceOfCall;
    readonly routeCalls: typeof routeCalls;
  }
}

interface RewriteQuestion {
  readonly rules: readonly RewriteRule[];
  readonly numbers: readonly string[];
  /** Their values by name. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

export function rewriteNumbers({ rules, numbers, variables }: RewriteQuestion): string[] {
  return numbers.map((number) => rewriteNumber(rules, number, (name) => variables[name] ?? []).output);
}

export function priceOfCall({ tariff, call }: { readonly tariff: LoadedTariff; readonly call: PricedCall }) {
  return priceCall(new Tariff(tariff.profile, tariff.fees, tariff.zone), call);
}

/** Routes calls; what they need is asked for once for all that start at one time. */
export async function routeCalls(
  questions: readonly RoutingQuestion[],
  ask: (question: readonly PartQuestion[]) => Promise<readonly unknown[]>,
): Promise<readonly RoutedCall[]> {
  const lookups = new Map(questions.map(({ at }) => [at.getTime(), new CachedLookup(at)]));
  const calls = new Map<number, RoutedCall>();
  while (calls.size < questions.length) {
    const missing = new Map<string, readonly [CachedLookup, MissingPart]>();
    for (const [index, question] of questions.entries()) {
      const lookup = lookups.get(question.at.getTime());
      if (calls.has(index) || !lookup) continue;
      const result = tryRoute(lookup, question);
      if (result instanceof MissingPart) missing.set(`${question.at.getTime()} ${result.key}`, [lookup, result]);
      else calls.set(index, result);
    }
    if (missing.size === 0) continue;
    const wanted = [...missing.values()];
    const answers = await ask(wanted.map(([, { question }]) => question));
    for (const [index, [lookup, { key }]] of wanted.entries()) lookup.store(key, answers[index]);
  }
  return questions.flatMap((_, index) => calls.get(index) ?? []);
}

function tryRoute(lookup: CachedLookup, question: RoutingQuestion): RoutedCall | MissingPart {
  try {
    return routeCall(lookup, question);
  } catch (error) {
    if (error instanceof MissingPart) return error;
    throw error;
  }
}
