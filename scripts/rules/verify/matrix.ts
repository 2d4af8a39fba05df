import { byteOrderMark, toCsvLine } from "../../../src/core/csv.ts";
import { moduleOf } from "./book.ts";
import { type BookedRule, isProved, outcomesByRule } from "./coverage.ts";
import { type Outcome, type Part, parts } from "./outcome.ts";
import { isSendable } from "./verify.ts";

export type Result = "proved" | "refuted" | "not tried" | "not applicable";

/** What one way in says about a rule; anything but "proved" and "refuted" has a reason. */
export interface Cell {
  readonly result: Result;
  readonly reason: string;
}

/** A rule with a cell for each way in. */
interface MatrixRow {
  readonly resource: string;
  /** `maximum`: the rule without its field. */
  readonly rule: string;
  readonly id: string;
  readonly cells: Readonly<Record<Part, Cell>>;
}

/** Every rule by every way in. No cell is empty. */
export function matrixOf(rules: readonly BookedRule[], outcomes: readonly Outcome[]): MatrixRow[] {
  const byPart = parts.map((part) => [part, outcomesByRule(outcomes, part)] as const);
  return rules.map((rule) => {
    const [, resource = "", name = ""] = /^([^/:]+).*:(.*)$/.exec(rule.id) ?? [];
    const cells = byPart.map(([part, byRule]) => {
      const own = byRule.get(rule.id) ?? [];
      return [
        part,
        own.length > 0 ? triedCell(rule, own) : untriedCell(rule, resource, part, byRule.size > 0),
      ] as const;
    });
    return { resource, rule: name, id: rule.id, cells: Object.fromEntries(cells) as Record<Part, Cell> };
  });
}

function triedCell(rule: BookedRule, own: readonly Outcome[]): Cell {
  const reasonOf = (verdict: Outcome["verdict"]) => own.find((one) => one.verdict === verdict)?.got ?? "";
  if (own.some(({ verdict }) => verdict === "discrepancy"))
    return { result: "refuted", reason: reasonOf("discrepancy") };
  if (isProved(rule, own)) return { result: "proved", reason: "" };
  const skipped = reasonOf("skipped");
  if (skipped !== "") return { result: "not tried", reason: skipped };
  const overruled = reasonOf("overruled");
  if (overruled !== "") return { result: "not tried", reason: `kept out by another rule: ${overruled}` };
  const missing = rule.sides.filter((side) => !own.some(({ verdict }) => verdict === side));
  return { result: "not tried", reason: `no case in which a value is ${missing.join(" or ")}` };
}

/** Why a way in says nothing about a rule. */
function untriedCell({ isOfPlatform }: BookedRule, resource: string, part: Part, wasRun: boolean): Cell {
  if (part === "validator" && isOfPlatform) return { result: "not applicable", reason: "only the platform checks it" };
  if (part === "made" && !isSendable(moduleOf(resource).descriptor))
    return { result: "not applicable", reason: "clients send no whole records of it" };
  return { result: "not tried", reason: wasRun ? "no case of this run" : "this run leaves it out" };
}

/** A cell as a text: `proved`, `not tried: a group of inputs`. */
function cellText({ result, reason }: Cell): string {
  return reason === "" ? result : `${result}: ${reason}`;
}

/** A line for each rule, a column for each way in. */
export function asMatrix(rules: readonly BookedRule[], outcomes: readonly Outcome[]): string {
  const lines = matrixOf(rules, outcomes).map(({ resource, rule, id, cells }) => [
    resource,
    rule,
    id,
    ...parts.map((part) => cellText(cells[part])),
  ]);
  return byteOrderMark + [["resource", "rule", "id", ...parts], ...lines].map(toCsvLine).join("");
}
