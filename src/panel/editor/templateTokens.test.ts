import { expect, it } from "vitest";
import { templateTokens } from "./templateTokens.ts";

it("colours settings by line", () => {
  const text = "# Tessel\naccount.[% n %].user = [% name %]x\n";
  expect(templateTokens(text).map(({ kind, text: part }) => `${kind} ${part}`)).toEqual([
    ...["comment # Tessel", "text \n", "attribute account.", "placeholder [% n %]", "attribute .user", "text  "],
    ...["value = ", "placeholder [% name %]", "text x", "text \n"],
  ]);
});

it.each(["[% IF x %]\n<a b='[% c %]'/>", "a[%b\n= [ %]", "=\n\n[%", ""])("leaves out nothing of %j", (text) => {
  expect(
    templateTokens(text)
      .map((token) => token.text)
      .join(""),
  ).toBe(text);
});
