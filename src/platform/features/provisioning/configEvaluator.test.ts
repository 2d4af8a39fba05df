import { expect, it } from "vitest";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import { prepareTemplate, renderFile } from "./configEvaluator.ts";
import { sampleDevice } from "./configPreviewRoutes.ts";

const values = sampleDevice({ vendor: "Larch & <Elm>", model: 'M"1' });

function render(text: string): string {
  const { template, faults } = prepareTemplate(text);
  if (!template) throw new Error(JSON.stringify(faults));
  const rendered = renderFile(template, values);
  if ("fault" in rendered) throw new Error(JSON.stringify(rendered.fault));
  return rendered.text;
}

it.each([
  ["<a b='[% phone.vendor %]'/>", "<a b='Larch &amp; &lt;Elm&gt;'/>"],
  ["<a>[% phone.vendor | html %]</a>", "<a>Larch &amp; &lt;Elm&gt;</a>"],
  ['{"m": "[% phone.model %]"}', '{"m": "M\\"1"}'],
  ["m = [% phone.model %]", 'm = M"1'],
  ["m = [% phone.model | html %]", "m = M&quot;1"],
  ["[% phone.vendor | raw %] [% 'a' | uri %]", "Larch & <Elm> a"],
  ["[% preferences.device.model.nothing %]-[% preferences.device.model.nothing || 'other' %]", "-other"],
  [
    "[% FOREACH k IN phone.keys %][% IF k.type == 'blf' %][% k.number %]=[% k.label %];[% END %][% END %]",
    "2=Ben & Son;",
  ],
  ["[% FOREACH r IN phone.lineranges %][% FOREACH l IN r.lines %][% l.keynum + 1 %][% END %][% END %]", "12"],
  ["[% n = 0 %][% FOREACH k IN phone.keys %][% n = n + 2 %][% END %][% n %]", "6"],
  ["a\n[%- IF phone.vendor -%]\n  b\n  [%- END %]\nc", "a  b\nc"],
  ["[% IF !opt && phone.keys.size == 3 %]x[% END %]", "x"],
  ["[% IF config.bootstrap %]first[% ELSE %]then[% END %]", "then"],
])("%j becomes %j", (template, text) => {
  expect(render(template)).toBe(text);
});

it("writes no line that a name brings", () => {
  const named = { ...values, phone: { ...values.phone, stationname: "Lobby\nadmin_pass = x" } };
  const { template } = prepareTemplate("name = [% phone.stationname %]");
  expect(template && renderFile(template, named)).toEqual({ text: "name = Lobby admin_pass = x" });
});

it.each(["constructor", "__proto__", "phone.constructor.name", "phone.keys.constructor"])("knows no %s", (name) => {
  expect(prepareTemplate(`[% ${name} %]`).faults).toMatchObject([{ rule: "variableUnknown" }]);
});

it("finds nothing behind members that only the data know", () => {
  expect(render("[% preferences.device.model.constructor.name %][% preferences.device.model.__proto__.x %]")).toBe("");
});

it("takes no file of more than four megabytes", () => {
  const { template } = prepareTemplate(`[% n = 'x' %]${"a".repeat(4 * MEGABYTE + 1)}`);
  expect(template && Object.keys(renderFile(template, values))).toEqual(["fault"]);
});

it("ends a template that would fill the memory, with its line", () => {
  const loops = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
  const opening = loops.map((name) => `[% FOREACH ${name} IN phone.keys %]`).join("");
  const { template } = prepareTemplate(`${opening}${"x".repeat(1000)}${"[% END %]".repeat(loops.length)}`);
  expect(template && renderFile(template, values)).toMatchObject({ fault: { rule: "directiveUnreadable" } });
});
