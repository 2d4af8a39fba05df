import { expect, it } from "vitest";
import { offeredLanguages } from "./language.ts";
import { listText } from "./listText.ts";

it("keeps texts of several words apart in every language", () => {
  const [first, second, third] = ["Contact email", "External ID", "Status"] as const;
  for (const language of offeredLanguages()) {
    expect(listText([first, second, third], language), language).toMatch(
      /^Contact email, External ID(,| \p{L}+) Status$/u,
    );
  }
});
