// biome-ignore-all lint/suspicious/noTemplateCurlyInString: replacements of Perl have them

import { describe, expect, it } from "vitest";
import { rewriteNumber } from "../telephony/callRouting/rewrite.ts";
import { PatternFault } from "./patterns/patternFault.ts";
import { readReplacement } from "./patterns/replacement.ts";
import { compileUserPattern, readUserPattern } from "./userPattern.ts";

/** What `s/pattern/replacement/ag` of Perl 5.36 makes of a text; null: nothing matches. */
const perl: [pattern: string, text: string, replacement: string, result: string | null][] = [
  ["\\A00(\\d+)\\z", "0044207", "\\1", "44207"],
  ["\\A00(\\d+)\\z", "0044207\n", "\\1", null],
  ["^00(\\d+)$", "0044\n", "+$1", "+44\n"],
  ["^00(\\d+)\\Z", "0044\n", "+$1", "+44\n"],
  ["^.+$", "1\r2", "x", "x"],
  ["^.+$", "1\n2", "x", null],
  ["(?s)^.+$", "1\n2", "x", "x"],
  ["(?m)^\\d$", "1\n2", "x", "x\nx"],
  ["(?m)^", "1\n2\n", "x", "x1\nx2\n"],
  ["\\h+", "1 \t2", "", "12"],
  ["\\H", "1 2", "x", "x x"],
  ["\\v", "1\n2", "x", "1x2"],
  ["\\R", "1\r\n2\n3", "x", "1x2x3"],
  ["\\N+", "12\n3", "x", "x\nx"],
  ["[[:digit:]]+", "a12", "x", "ax"],
  ["[[:^digit:]]+", "a12", "x", "x12"],
  ["[[:alpha:][:punct:]]", "+a1", "x", "xx1"],
  ["[]+]", "1+]", "x", "1xx"],
  ["[^]+]", "1+]", "x", "x+]"],
  ["[\\d-]", "1-a", "x", "xxa"],
  ["[a\\]]", "a]b", "x", "xxb"],
  ["[\\w.-]+@", "j.d-1@x", "x", "xx"],
  ["^4+3", "443", "x", "x"],
  ["^\\d*+3", "443", "x", null],
  ["^4++3", "443", "x", "x"],
  ["^(?>4|43)5", "435", "x", null],
  ["^(?>00|0)(\\d+)", "00043", "<\\1>", "<043>"],
  ["^(?<p>00|\\+)(?P<n>\\d+)$", "0043", "\\2", "43"],
  ["(?:(?<d>\\d)\\k<d>)", "1223", "<\\1>", "1<2>3"],
  ["(\\d)\\g1", "1223", "x", "1x3"],
  ["(\\d)\\g{-1}", "1223", "x", "1x3"],
  ["(?P<d>\\d)(?P=d)", "1223", "x", "1x3"],
  ["(?i)sip", "SIP:1", "x", "x:1"],
  ["s(?i)ip", "SIP", "x", null],
  ["s(?i:IP)", "sip", "x", "x"],
  ["(?i:[a-c])x", "Bx Bz", "y", "y Bz"],
  ["(?x) 4 3 # Austria", "43 1", "x", "x 1"],
  ["(?x: 4\\ 3 )", "4 3", "x", "x"],
  ["4(?#four)+", "443", "x", "x3"],
  ["(?-i)a", "A", "x", null],
  ["\\x2b\\x{34}", "+43", "x", "x3"],
  ["\\o{53}", "+", "x", "x"],
  ["\\053", "+", "x", "x"],
  ["\\cI", "\t", "x", "x"],
  ["\\e\\a\\f", "\u001b\u0007\f", "x", "x"],
  ["\\p{Lu}\\p{Ll}", "aBc", "x", "ax"],
  ["\\pN+", "a1", "x", "ax"],
  ["\\P{N}", "a1", "x", "x1"],
  ["a{2}b{0,1}c{1,}", "aabcc", "x", "x"],
  ["a{,", "a{,", "x", "x"],
  ["{4", "{4", "x", "x"],
  ["4}", "4}", "x", "x"],
  ["x{}", "x{}", "y", "y"],
  ["a??b", "aab", "x", "ax"],
  ["\\d+", "٣1", "x", "٣x"],
  ["\\w+", "äa", "x", "äx"],
  ["\\s", "\u00a0 ", "x", "\u00a0x"],
  ["\\bsip\\b", "sip:", "x", "x:"],
  ["(?<=43)1", "431", "x", "43x"],
  ["(?<!43)1", "431 1", "x", "431 x"],
  ["(?<=00|\\+)4", "+4", "x", "+x"],
  ["4(?=3)", "43", "x", "x3"],
  ["4(?!3)", "43 44", "x", "43 xx"],
  ["a*?", "aa", "-", "-----"],
  ["|a", "ab", "-", "---b-"],
  ["x*", "axb", "-", "-a--b-"],
  ["(00)?(\\d+)", "43", "<\\1>\\2", "<>43"],
  ["$", "1\n", "x", "1x\nx"],
  ["\\.", "1.2", "\\+", "1+2"],
  ["(4)(3)", "43", "\\2\\1", "34"],
  ["(4)3", "43", "${1}0", "40"],
  ["43", "43", "<$&>", "<43>"],
  ["4", "4", "\\$", "$"],
  ["(a|b)+", "ab", "\\1", "b"],
  ["(|a)?", "a", "x", "xxx"],
];

it.each(perl)("%j on %j, replaced by %j, gives what Perl gives: %j", (match_pattern, text, replace_pattern, result) => {
  const { rule, output } = rewriteNumber([{ id: 1, match_pattern, replace_pattern }], text);
  expect(rule ? output : null).toBe(result);
  expect(compileUserPattern(match_pattern)?.test(text)).toBe(result !== null);
});

it("reads quotations as PCRE does", () => {
  const found = (pattern: string, text: string) => compileUserPattern(pattern)?.exec(text)?.[0];
  expect(found("\\Q+4.\\E3", "+4.3")).toBe("+4.3");
  expect(found("\\Q4.", "44.")).toBe("4.");
  expect(found("\\Q4+\\E+", "4+++")).toBe("4+++");
  expect(found("[\\Q^]\\E]+", "4]^")).toBe("]^");
});

describe("a pattern that would mean something else", () => {
  it.each<[string, string, string]>([
    ["(?R)", "unsupported", "(?R)"],
    ["(4)(?1)", "unsupported", "(?1)"],
    ["(?<a>4)(?&a)", "unsupported", "(?&a)"],
    ["(?P>a)", "unsupported", "(?P>a)"],
    ["(4)?(?(1)3|4)", "unsupported", "(?("],
    ["(?|(4)|(3))", "unsupported", "(?|"],
    ["(?{ die })", "unsupported", "(?{"],
    ["(*FAIL)", "unsupported", "(*FAIL)"],
    ["00\\K43", "unsupported", "\\K"],
    ["\\G4", "unsupported", "\\G"],
    ["\\X", "unsupported", "\\X"],
    ["\\U4", "unsupported", "\\U"],
    ["\\y", "unsupported", "\\y"],
    ["\\p{Digit}", "unsupported", "\\p{Digit}"],
    ["\\N{PLUS SIGN}", "unsupported", "\\N"],
    ["(?xx)4", "unsupported", "(?xx)"],
    ["(?a)4", "unsupported", "(?a)"],
    ["^*4", "unsupported", "^*"],
    ["(?<n>4)(?<n>3)", "unsupported", "(?<n>"],
    ["(?i)(a)\\1", "unsupported", "\\1"],
    ["4{,3}", "ambiguous", "{,3}"],
    ["4{1, 3}", "ambiguous", "{1, 3}"],
    ["[:digit:]", "ambiguous", "[:digit:]"],
    ["(4*)*", "emptyRepetition", "(4*)*"],
    ["((4)|3)+", "forgottenGroup", "((4)|3)+"],
    ["(4)?\\1", "openReference", "\\1"],
    ["\\1(4)", "openReference", "\\1"],
    ["(?<=4+)3", "lookbehind", "(?<=4+)"],
    ["4^3", "contradiction", "4^"],
    ["4$3", "contradiction", "4$3"],
    ["(4|5)(?:^3|\\A2)1", "contradiction", "(4|5)(?:^3|\\A2)"],
    ["4(\\Z|\\z)3", "contradiction", "4(\\Z|\\z)3"],
    ["(4^3){2}", "contradiction", "4^"],
    ["4**", "invalid", "**"],
    ["4{2}{3}", "invalid", "{2}{3}"],
    ["[z-a]", "invalid", "z-a"],
    ["[[:digits:]]", "invalid", "[:digits:]"],
    ["(?<n", "invalid", "(?<"],
    ["4)", "invalid", ")"],
  ])("%j is refused: %s, %j", (pattern, reason, construct) => {
    const read = readUserPattern(pattern);
    const { reason: found, construct: part } = read instanceof PatternFault ? read : { ...read.doubt };
    expect([found, part]).toEqual([reason, construct]);
  });

  it("still tells whether it matches, if only what it matches is in doubt", () => {
    expect(compileUserPattern("^((4)|3)+$")?.test("43")).toBe(true);
    expect(rewriteNumber([{ id: 1, match_pattern: "^((4)|3)+$", replace_pattern: "\\2" }], "43").rule).toBeNull();
  });
});

it.each([
  ["^4|5^3", "43"],
  ["4?^3$", "3"],
  ["4(^3)?", "43"],
  ["4(?:^|3)$", "43"],
  ["(?m)4\\n^3$\\n?", "4\n3"],
  ["4(?=3$)3", "43"],
  ["4(?!^3)", "43"],
])("%j is refused by no beginning or end in it, and matches %j", (pattern, text) => {
  expect(compileUserPattern(pattern)?.test(text)).toBe(true);
});

it.each(["\\U\\1", "\\10", "$name", "1$", "\\", "\\n"])("the replacement %j is refused", (replacement) => {
  expect(readReplacement(replacement)).toBeInstanceOf(PatternFault);
});

it("compares without regard to case as Unicode does", () => {
  const matches = (pattern: string, text: string) => {
    const read = readUserPattern(pattern, true);
    return !(read instanceof PatternFault) && read.expression.test(text);
  };
  expect(matches("^kü[x-z]$", "KÜY")).toBe(true);
  expect(matches("^k$", "\u212a")).toBe(true);
  expect(matches("^(?-i)k$", "K")).toBe(false);
});
