import { describe, expect, it } from "vitest";
import { toLiquidTemplate } from "./liquidTemplate.ts";
import type { TemplateShape } from "./shapes.ts";

const shape: TemplateShape = {
  members: {
    phone: { members: { vendor: "value", lines: { list: { members: { username: "value", keynum: "value" } } } } },
    preferences: "any",
  },
};

const faultsOf = (template: string) =>
  toLiquidTemplate(template, shape).faults.map(({ rule, line, params }) => [
    rule,
    line,
    params.nearest ?? params.name ?? "",
  ]);

describe("a template", () => {
  it.each([
    "[% phone.vendor %]",
    "[% FOREACH l IN phone.lines %][% l.username %][% loop.count %][% END %]",
    "[% FOREACH l = phone.lines %][% l.keynum + 1 %][% NEXT %][% END %]",
    "[% IF phone.vendor == 'a' && !phone.lines.size %]x[% ELSIF (phone.lines.0.keynum > 2) or preferences.x.y %]y[% ELSE %]z[% END %]",
    "[% n = 0; n = n + 1 %][% n %][% SET m = phone.lines %][% m.0.username %]",
    "[%# anything at all, [% too %]",
    "[% 'a %] b' %]",
    "[% phone.vendor | upper | replace: 'A', 'b' %][% phone.vendor || 'none' %]",
    "[% unless phone.vendor %]x[% end %]",
  ])("may say %s", (template) => {
    expect(faultsOf(template)).toEqual([]);
  });

  it.each([
    ["\n[% phone.vndor %]", "variableUnknown", 2, "phone.vendor"],
    ["[% FOREACH l IN phone.lines %]\n[% l.usernam %][% END %]", "variableUnknown", 2, "l.username"],
    ["[% FOREACH l IN phone.lines %][% END %]\n[% l.username %]", "variableUnknown", 2, "phone.lines[].username"],
    ["[% phone.vendor | uper %]", "variableUnknown", 1, "upper"],
    ["[% IF phone.vendor %]\n", "directiveEnd", 1, "if"],
    ["a\n[% END %]", "directiveEnd", 2, "END"],
    ["[% ELSE %]", "directiveEnd", 1, "ELSE"],
    ["[% FOREACH l IN phone.lines %][% ELSE %][% END %]", "directiveEnd", 1, "ELSE"],
    ["[% INCLUDE '/etc/passwd' %]", "directiveUnknown", 1, "INCLUDE"],
    ["[% PERL %] unlink [% END %]", "directiveUnknown", 1, "PERL"],
    ["a\n[% phone", "directiveOpen", 2, ""],
    ["[% phone.vendor = %]", "directiveUnreadable", 1, ""],
    ["[% `id` %]", "directiveUnreadable", 1, ""],
  ])("is told what is wrong with %j", (template, rule, line, name) => {
    expect(faultsOf(template)[0]).toEqual([rule, line, name]);
  });

  it("stops at twenty faults", () => {
    expect(faultsOf("[% x %]".repeat(100))).toHaveLength(20);
  });
});

it.each([
  ["[% 1 %]\n".repeat(10_000), undefined],
  ["[% 1 %]\n".repeat(10_001), ["directiveMany", 10_001]],
  ["[% IF 1 %][% END %]".repeat(100), undefined],
  ["[% 'IF'; IF 1; 'x; IF' %]\n[% END %]".repeat(100), undefined],
  [`[% IF 1 %]\n`.repeat(33), ["directiveDeep", 33]],
  ["[% IF 1; FOREACH a IN b; UNLESS 1 %]\n".repeat(11), ["directiveDeep", 11]],
])("the limits of a template %.30s", (text, fault) => {
  const [found] = toLiquidTemplate(text, { members: {} }).faults;
  expect(found && [found.rule, found.line]).toEqual(fault);
});
