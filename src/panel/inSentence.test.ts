import { describe, expect, it } from "vitest";
import { inSentence } from "./inSentence.ts";

describe("inSentence", () => {
  it.each([
    ["Auto attendant", "en", "auto attendant"],
    ["Émetteurs", "fr", "émetteurs"],
    ["Номера", "ru", "номера"],
    ["Rufnummern", "de", "Rufnummern"],
    ["NCOS levels", "en", "NCOS levels"],
    ["B-number sets", "en", "B-number sets"],
  ])("writes %s in %s as %s", (name, locale, written) => {
    expect(inSentence(name, locale)).toBe(written);
  });
});
