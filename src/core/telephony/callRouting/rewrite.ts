import type { Stored } from "../../schema/stored.ts";
import { readReplacement, variablePattern } from "../../values/patterns/replacement.ts";
import { PatternFault, readUserPattern, substitute } from "../../values/userPattern.ts";

/** Numbers that a set of rules rewrites: caller's or callee's, coming in, going out, or for the porting database. */
export const rewriteWays = ["caller_in", "callee_in", "caller_out", "callee_out", "caller_lnp", "callee_lnp"] as const;

export type RewriteWay = (typeof rewriteWays)[number];

export type RewriteRule = Stored<
  "rewriterules",
  "id" | "match_pattern" | "replace_pattern",
  "direction" | "field" | "priority" | "enabled"
> & { readonly description?: string | null };

/** The values of a variable in a pattern, by its name without `caller_` or `callee_`; none: it stands for no text. */
export type Variables = (name: string) => readonly string[];

/** Why a rule did not rewrite a number. */
export const ruleMismatches = ["disabled", "pattern", "no_match", "later"] as const;

export interface RuleMismatch<Rule> {
  readonly rule: Rule;
  readonly reason: (typeof ruleMismatches)[number];
}

/** A number before and after a set of rules. */
export interface Rewriting<Rule extends RewriteRule> {
  readonly input: string;
  /** May be empty; see `isRewritten`. */
  readonly output: string;
  /** The rule that matched; null: none did, and the number stays. */
  readonly rule: Rule | null;
  /** The match pattern with the values of its variables. */
  readonly pattern: string | null;
  readonly losses: readonly RuleMismatch<Rule>[];
}

/** The enabled and disabled rules of a way in the order in which they are tried. */
export function rulesFor<Rule extends RewriteRule>(rules: readonly Rule[], way: RewriteWay): Rule[] {
  const [field, direction] = way.split("_");
  return rules
    .filter((rule) => (rule.field ?? "caller") === field && (rule.direction ?? "in") === direction)
    .sort((a, b) => (a.priority ?? 50) - (b.priority ?? 50) || a.id - b.id);
}

/**
 * Applies rules in order: the first that matches is applied to all places where it matches, and ends the run. Compares
 * with patterns of users: limit the time.
 */
export function rewriteNumber<Rule extends RewriteRule>(
  rules: readonly Rule[],
  input: string,
  variables: Variables = () => [],
): Rewriting<Rule> {
  const losses: RuleMismatch<Rule>[] = [];
  let result: Pick<Rewriting<Rule>, "output" | "rule" | "pattern"> | null = null;
  for (const rule of rules) {
    if (rule.enabled === false) losses.push({ rule, reason: "disabled" });
    else if (result) losses.push({ rule, reason: "later" });
    else {
      const applied = applyRule(rule, input, variables);
      if (typeof applied === "string") losses.push({ rule, reason: applied });
      else result = { ...applied, rule };
    }
  }
  return { input, output: input, rule: null, pattern: null, ...result, losses };
}

/** Most values of a list that are tried. */
const MAX_VALUES = 1000;

/** The variables of patterns and replacements, as `Variables` is asked for them. */
export function variablesIn(rules: readonly RewriteRule[]): ReadonlySet<string> {
  const texts = rules.flatMap(({ match_pattern, replace_pattern }) => [match_pattern, replace_pattern]);
  const matches = texts.flatMap((text) => [...text.matchAll(variablePattern)]);
  return new Set(matches.map(([, ...names]) => bareName(nameIn(names))));
}

function applyRule(
  rule: RewriteRule,
  input: string,
  variables: Variables,
): { readonly output: string; readonly pattern: string } | "pattern" | "no_match" {
  const [list] = [...rule.match_pattern.matchAll(variablePattern)].flatMap(([, , avp, , form]) => avp ?? form ?? []);
  const firstOf = (name: string) => variables(bareName(name))[0] ?? "";
  const tried = list === undefined ? [undefined] : variables(bareName(list)).slice(0, MAX_VALUES);
  const parts = readReplacement(rule.replace_pattern);
  if (parts instanceof PatternFault) return "pattern";
  let isReadable = tried.length === 0;
  for (const value of tried) {
    const fill = (name: string) => (value !== undefined && name === list ? value : firstOf(name));
    const pattern = rule.match_pattern.replace(variablePattern, (_, ...names) => fill(nameIn(names)));
    const read = readUserPattern(pattern);
    if (read instanceof PatternFault || read.doubt) continue;
    isReadable = true;
    const output = substitute(read, input, (groupOf) =>
      parts
        .map((part) => (typeof part === "string" ? part : "group" in part ? groupOf(part.group) : fill(part.variable)))
        .join(""),
    );
    if (output !== null) return { output, pattern };
  }
  return isReadable ? "no_match" : "pattern";
}

function nameIn(names: readonly unknown[]): string {
  const name = names.slice(0, 4).find((candidate) => typeof candidate === "string");
  return typeof name === "string" ? name : "";
}

function bareName(name: string): string {
  return name.replace(/^calle[re]_/, "");
}
