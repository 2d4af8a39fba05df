import { expect, it } from "vitest";
import { offeredLanguages } from "./language.ts";
import { formatList, toInlineName } from "./texts.ts";

it.each([
  ["Auto attendant", "en", "auto attendant"],
  ["Émetteurs", "fr", "émetteurs"],
  ["Номера", "ru", "номера"],
  ["Rufnummern", "de", "Rufnummern"],
  ["NCOS levels", "en", "NCOS levels"],
  ["B-number sets", "en", "B-number sets"],
])("toInlineName writes %s in %s as %s", (name, locale, written) => {
  expect(toInlineName(name, locale)).toBe(written);
});

it("keeps texts of several words apart in every language", () => {
  const [first, second, third] = ["Contact email", "External ID", "Status"] as const;
  for (const language of offeredLanguages()) {
    expect(formatList([first, second, third], language), language).toMatch(
      /^Contact email, External ID(,| \p{L}+) Status$/u,
    );
  }
});
