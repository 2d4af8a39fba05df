import { expect, it } from "vitest";
import { type RewriteRule, type RewriteWay, rewriteNumber, rulesFor } from "./rewrite.ts";
import { matchesWildcards } from "./wildcards.ts";

const rule = (match_pattern: string, replace_pattern: string, more: Partial<RewriteRule> = {}): RewriteRule => ({
  id: 1,
  match_pattern,
  replace_pattern,
  ...more,
});
const values: Readonly<Record<string, readonly string[]>> = {
  cc: ["43"],
  ac: ["1"],
  cloud_pbx_account_cli_list: ["431100", "431200"],
};
const apply = (pattern: string, replace: string, number: string) =>
  rewriteNumber([rule(pattern, replace)], number, (name) => values[name] ?? []).output;

it.each([
  ["^00([1-9]\\d+)$", "\\1", "0043123", "43123"],
  ["^0([1-9]\\d+)$", "$avp(s:caller_cc)\\1", "0664", "43664"],
  ["^0([1-9]\\d+)$", `\${caller_cc}\\1`, "0664", "43664"],
  ["^([1-9]\\d+)$", `\${cc}\${callee_ac}\\1`, "555", "431555"],
  ["^\\d+$", "x\\0", "12", "x12"],
  ["^\\d+$", `\${0}y`, "12", "12y"],
  ["0", "-", "1020", "1-2-"],
  ["^(a)?b$", "[\\1\\2]", "b", "[]"],
  ["^$avp(s:caller_cc)(.*)$", "0\\1", "43664", "0664"],
  ["^$(avp(s:caller_cloud_pbx_account_cli_list)[+])(.*)$", "ext\\1", "43120015", "ext15"],
  ["^@{caller_cloud_pbx_account_cli_list}$", "$(avp(s:caller_cloud_pbx_account_cli_list)[+])!", "431200", "431200!"],
  ["^@{caller_unknown_list}$", "x", "431200", "431200"],
  ["^$avp(s:caller_unknown)9$", "x", "9", "x"],
  ["^.*$", "", "431", ""],
  ["^(43", "x", "43", "43"],
])("%s -> %s turns %s into %s", (pattern, replace, number, output) => {
  expect(apply(pattern, replace, number)).toBe(output);
});

it("applies the first enabled rule that matches and no other, and says so of each", () => {
  const rules = [
    rule("^0", "late", { id: 1, priority: 90 }),
    rule("^0", "off", { id: 2, priority: 1, enabled: false }),
    rule("^1", "no", { id: 3, priority: 2 }),
    rule("^(", "bad", { id: 4, priority: 3 }),
    rule("^0", "this", { id: 5, priority: 4 }),
    rule("^0", "callee", { id: 6, priority: 4, field: "callee" }),
    rule("^0", "out", { id: 7, priority: 4, direction: "out" }),
  ];
  const ids = (way: RewriteWay) => rulesFor(rules, way).map(({ id }) => id);
  expect([ids("caller_in"), ids("callee_in"), ids("caller_out")]).toEqual([[2, 3, 4, 5, 1], [6], [7]]);
  const { output, rule: applied, losses } = rewriteNumber(rulesFor(rules, "caller_in"), "01");
  expect([output, applied?.id]).toEqual(["this1", 5]);
  expect(losses.map(({ rule: { id }, reason }) => [id, reason])).toEqual([
    [2, "disabled"],
    [3, "no_match"],
    [4, "pattern"],
    [1, "later"],
  ]);
});

it.each([
  ["431*", "4312", true],
  ["431*", "431", true],
  ["431?", "431", false],
  ["431?", "4312", true],
  ["*", "", true],
  ["431[0-4]*", "43145", true],
  ["431[0-4]*", "43155", false],
  ["431[!0-4]", "4315", true],
  ["431", "4312", false],
  ["4.1", "431", false],
  ["anonymous", "anonymous", true],
])("the wildcards of %s match %s: %s", (pattern, text, expected) => {
  expect(matchesWildcards(pattern, text)).toBe(expected);
});

it("lets the character of a ? be missing where that is the rule", () => {
  expect(matchesWildcards("431?2", "4312", { optional: true })).toBe(true);
  expect(matchesWildcards("431??", "4312", { optional: true })).toBe(true);
  expect(matchesWildcards("431?", "43122", { optional: true })).toBe(false);
});

it("needs no more time for many wildcards", () => {
  expect(matchesWildcards(`${"*1".repeat(100)}x`, "1".repeat(255))).toBe(false);
});
