import { describe, expect, it } from "vitest";
import formats from "../../../schemas/formats.json" with { type: "json" };
import { blendOver, type Colour, contrastOf, nearestReadable, parseColour, toHex } from "./colour.ts";

const colour = (text: string): Colour => {
  const found = parseColour(text);
  if (!found) throw new Error(`${text} is not a colour`);
  return found;
};
const white = colour("#fff");

describe("colours", () => {
  it.each(formats["hex-colour"].valid)("reads %s, which the format takes", (text) => {
    expect(parseColour(text)).toBeDefined();
  });

  it("parses every spelling of a colour to the same value", () => {
    const same = ["#0b6672", "#0B6672FF", "rgb(11, 102, 114)", "rgba(11,102,114,1)"].map((text) => toHex(colour(text)));
    expect(new Set(same)).toEqual(new Set(["#0b6672"]));
    expect(toHex(colour("#abc"))).toBe("#aabbcc");
  });

  it.each(["red", "#12345", "rgb(1,2)", "rgb(256, 0, 0)", "rgba(1,2,3,2)", "", "#ggg"])("does not read %s", (text) => {
    expect(parseColour(text)).toBeUndefined();
  });

  it("measures contrast as WCAG does", () => {
    expect(contrastOf(colour("#000"), white)).toBeCloseTo(21);
    expect(contrastOf(colour("#767676"), white)).toBeCloseTo(4.54, 2);
    expect(contrastOf(white, white)).toBe(1);
  });

  it("blends a translucent colour with its background", () => {
    expect(toHex(blendOver(colour("rgba(0,0,0,0.5)"), white))).toBe("#808080");
  });
});

describe("the nearest readable colour", () => {
  it("is the colour itself when it is readable", () => {
    expect(toHex(nearestReadable(colour("#0b6672"), [white]))).toBe("#0b6672");
  });

  it.each([
    ["#ffe066", "#ffffff"],
    ["#333333", "#192024"],
    ["#7f7f7f", "#808080"],
  ])("of %s on %s passes, and its hex form does", (text, ground) => {
    const found = colour(toHex(nearestReadable(colour(text), [colour(ground)])));
    expect(contrastOf(found, colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it("changes no more than needed", () => {
    const found = nearestReadable(colour("#ffe066"), [white]);
    expect(contrastOf(found, white)).toBeLessThan(4.8);
  });

  it("is black or white when no shade passes on all backgrounds", () => {
    expect(["#000000", "#ffffff"]).toContain(
      toHex(nearestReadable(colour("#808080"), [white, colour("#000"), colour("#808080")])),
    );
  });
});
