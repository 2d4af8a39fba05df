import { describe, expect, it } from "vitest";
import { type ColourTokens, type Mode, tokens } from "./tokens.ts";

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Pair = readonly [keyof ColourTokens, keyof ColourTokens];

const grounds = ["ground", "surface", "sunken"] as const;
const readable: Pair[] = [
  ...grounds.flatMap((ground): Pair[] =>
    (["text", "quiet", "accent", "danger", "warning", "success", "info"] as const).map((ink) => [ink, ground]),
  ),
  ["onAccent", "accent"],
  ["onAccent", "accentStrong"],
  ["accentStrong", "accentSoft"],
  ["text", "accentSoft"],
  ["danger", "dangerSoft"],
  ["warning", "warningSoft"],
  ["success", "successSoft"],
  ["info", "infoSoft"],
];
const modes: Mode[] = ["light", "dark"];

describe.each(modes)("%s colours", (mode) => {
  it.each(readable)("%s can be read on %s", (ink, ground) => {
    expect(contrast(tokens[mode][ink], tokens[mode][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds.slice(0, 2))("the edge of an input shows on %s", (ground) => {
    expect(contrast(tokens[mode].edge, tokens[mode][ground])).toBeGreaterThanOrEqual(3);
  });
});
