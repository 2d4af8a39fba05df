import { describe, expect, it } from "vitest";
import { linesOf, markupTokens } from "./markupTokens.ts";

const kinds = (svg: string) => markupTokens(svg).map(({ kind, text }) => `${kind} ${text}`);

describe("the parts of a drawing", () => {
  it("are its tags, attributes, values, comments, placeholders and texts", () => {
    expect(kinds(`<g data-when='vat'><!-- a > b --><text x="9">[% page.number %] of 3</text></g>`)).toEqual([
      ...["tag <g", "text  ", "attribute data-when", "text =", "value 'vat'", "tag >", "comment <!-- a > b -->"],
      ...["tag <text", "text  ", "attribute x", "text =", 'value "9"', "tag >", "placeholder [% page.number %]"],
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

  it("are found at once in the largest template, however it is nested", () => {
    const started = performance.now();
    for (const part of ["<g a='1'>", "[%", '"', "<", "<!--", "a\n"]) markupTokens(part.repeat(262_144 / part.length));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("belong to their lines", () => {
    expect(linesOf(markupTokens("<!-- a\nb -->\n\n<g/>"))).toEqual([
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
