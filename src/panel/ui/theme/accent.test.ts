import { describe, expect, it } from "vitest";
import { type Colour, contrastOf, parseColour } from "../../../core/values/colour.ts";
import { accentOf } from "./accent.ts";
import { type Mode, tokens } from "./tokens.ts";

const colour = (text: string): Colour => {
  const found = parseColour(text);
  if (!found) throw new Error(`${text} is no colour`);
  return found;
};
const contrast = (one: string, other: string) => contrastOf(colour(one), colour(other));
const brands = ["#ffe066", "#000000", "#ffffff", "#e4002b", "#00ff00", "#0b6672", "#808080", "rgba(0, 0, 255, 0.2)"];
const modes: Mode[] = ["light", "dark"];

describe.each(modes)("an accent in %s colours", (mode) => {
  it.each(brands)("of the brand %s can be read wherever the panel uses it", (brand) => {
    const { accent, accentStrong, accentSoft, onAccent } = accentOf(colour(brand), mode);
    const { ground, surface, sunken, text } = tokens[mode];
    const pairs = [
      ...[ground, surface, sunken].map((behind) => [accent, behind] as const),
      [onAccent, accent],
      [onAccent, accentStrong],
      [accentStrong, accentSoft],
      [text, accentSoft],
    ] as const;
    for (const [ink, behind] of pairs) expect(contrast(ink, behind), `${ink} on ${behind}`).toBeGreaterThanOrEqual(4.5);
  });
});

it("leaves a colour alone that can be read", () => {
  expect(accentOf(colour("#0b6672"), "light").accent).toBe("#0b6672");
  expect(accentOf(colour("#62c8d3"), "dark").accent).toBe("#62c8d3");
});
