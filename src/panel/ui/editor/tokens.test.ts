import { describe, expect, it } from "vitest";
import { markupTokens, splitLines, templateTokens, yamlTokens } from "./tokens.ts";

const kinds = (svg: string) => markupTokens(svg).map(({ kind, text }) => `${kind} ${text}`);

describe("the parts of a drawing", () => {
  it("are its tags, attributes, values, comments, directives and texts", () => {
    expect(kinds(`<g data-when='vat'><!-- a > b --><text x="9">[% page.number %] of 3</text></g>`)).toEqual([
      ...["tag <g", "text  ", "attribute data-when", "text =", "value 'vat'", "tag >", "comment <!-- a > b -->"],
      ...["tag <text", "text  ", "attribute x", "text =", 'value "9"', "tag >", "directive [% page.number %]"],
      ...["text  of 3", "tag </text", "tag >", "tag </g", "tag >"],
    ]);
  });

  it.each([
    "<",
    "<g",
    '<g a="',
    "<g a=b<g/>",
    "<!--",
    "[%",
    "[% a",
    "[% [% a %]",
    "a < b & c",
    "]]>",
    "\n\n",
    "<g\n/>",
  ])("leave out nothing of %j", (svg) => {
    expect(
      markupTokens(svg)
        .map(({ text }) => text)
        .join(""),
    ).toBe(svg);
  });

  it.each([markupTokens, templateTokens, yamlTokens])("are found at once in the largest template: %o", (tokens) => {
    const started = performance.now();
    for (const part of ["<g a='1'>", "[%", '"', "<", "<!--", "a\n"]) tokens(part.repeat(262_144 / part.length));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("belong to their lines", () => {
    expect(splitLines(markupTokens("<!-- a\nb -->\n\n<g/>"))).toEqual([
      [{ kind: "comment", text: "<!-- a" }],
      [{ kind: "comment", text: "b -->" }],
      [],
      [
        { kind: "tag", text: "<g" },
        { kind: "tag", text: "/>" },
      ],
    ]);
  });
});

it("colours settings by line", () => {
  const text = "# Tessel\naccount.[% n %].user = [% name %]x\n";
  expect(templateTokens(text).map(({ kind, text: part }) => `${kind} ${part}`)).toEqual([
    ...["comment # Tessel", "text \n", "attribute account.", "directive [% n %]", "attribute .user", "text  "],
    ...["value = ", "directive [% name %]", "text x", "text \n"],
  ]);
});

it("colours YAML", () => {
  expect(yamlTokens("name: 'a' # b\nx_code: [% y\n%]").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...["attribute name", "text :", "text  ", "value 'a'", "text  ", "comment # b", "text \n", "attribute x_code"],
    ...["text :", "text  ", "directive [% y\n%]"],
  ]);
});

it.each(["[% IF x %]\n<a b='[% c %]'/>", "a[%b\n= [ %]", "=\n\n[%", ""])("leaves out nothing of %j", (text) => {
  for (const tokens of [templateTokens, yamlTokens])
    expect(
      tokens(text)
        .map((token) => token.text)
        .join(""),
    ).toBe(text);
});
