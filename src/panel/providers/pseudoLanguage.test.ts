import { expect, it } from "vitest";
import { pseudoText } from "./pseudoLanguage.ts";

it("is made of English, longer, with its placeholders and plural forms", () => {
  expect(pseudoText("Save %{name} |||| Save all")).toBe("⟦Šåvé %{name}·····⟧ |||| ⟦Šåvé åll····⟧");
});
