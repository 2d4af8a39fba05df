import {
  blendOver,
  type Colour,
  contrastOf,
  mix,
  nearestReadable,
  parseColour,
  toHex,
} from "../../../core/values/colour.ts";
import { type ColourTokens, type Mode, tokens } from "./tokens.ts";

/** The panel's colours that a brand replaces. */
export type Accent = Pick<ColourTokens, "accent" | "accentStrong" | "accentSoft" | "onAccent">;

const softness: Readonly<Record<Mode, number>> = { light: 0.13, dark: 0.22 };
const strength = 0.28;

/**
 * A brand's colour as the panel's accent in light or dark mode: unchanged where it has enough contrast, otherwise its
 * nearest shade that has. All pairs tested for the panel's own accent hold for every brand's.
 */
export function accentOf(colour: Colour, mode: Mode): Accent {
  const panelColours = tokens[mode];
  const [ground, surface] = [requireColour(panelColours.ground), requireColour(panelColours.surface)];
  const [sunken, ink] = [requireColour(panelColours.sunken), requireColour(panelColours.onAccent)];
  const accent = nearestReadable(blendOver(colour, surface), [ground, surface, sunken]);
  const soft = mix(surface, accent, softness[mode]);
  const away = contrastOf(surface, white) > contrastOf(surface, black) ? white : black;
  const strong = nearestReadable(mix(accent, away, strength), [soft, ground, surface, sunken]);
  return {
    accent: toHex(accent),
    accentStrong: toHex(strong),
    accentSoft: toHex(soft),
    onAccent: toHex(nearestReadable(ink, [requireColour(toHex(accent)), requireColour(toHex(strong))])),
  };
}

const white = requireColour("#ffffff");
const black = requireColour("#000000");

function requireColour(hex: string): Colour {
  const colour = parseColour(hex);
  if (!colour) throw new Error(`${hex} is no colour`);
  return colour;
}
