/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** WCAG 2.2: minimum contrast of text to its background. */
export const readableContrast = 4.5;

/** Parses what the format `hex-colour` accepts; undefined for anything else. */
export function parseColour(text: string): Colour | undefined {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(text)?.[1];
  if (digits !== undefined) return fromHex(digits);
  const list = /^rgba?\(([0-9., ]{1,40})\)$/i.exec(text)?.[1]?.split(",").map(Number);
  const [red, green, blue, alpha = 1] = list ?? [];
  if (red === undefined || green === undefined || blue === undefined || list?.some(Number.isNaN)) return undefined;
  return [red, green, blue].every((part) => part <= 255) && alpha <= 1 ? { red, green, blue, alpha } : undefined;
}

function fromHex(digits: string): Colour | undefined {
  if (digits.length === 5 || digits.length === 7) return undefined;
  const full = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red, green, blue, alpha: alpha / 255 };
}

/** `#rrggbb`; opacity is dropped. */
export function toHex({ red, green, blue }: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** The colour blended over an opaque background. */
export function blendOver(colour: Colour, ground: Colour): Colour {
  return mix(ground, { ...colour, alpha: 1 }, colour.alpha);
}

/** 0: the first, 1: the second. */
export function mix(first: Colour, second: Colour, share: number): Colour {
  const between = (a: number, b: number) => a + (b - a) * share;
  return {
    red: between(first.red, second.red),
    green: between(first.green, second.green),
    blue: between(first.blue, second.blue),
    alpha: between(first.alpha, second.alpha),
  };
}

/** From 1, no difference, to 21, black on white. */
export function contrastOf(first: Colour, second: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
const steps = 100;

/**
 * The colour, or the nearest shade towards black or white that is readable on all of these backgrounds: the hue stays,
 * so the brand remains recognisable. Falls back to black or white, whichever has more contrast, when no shade is
 * enough.
 */
export function nearestReadable(colour: Colour, grounds: readonly Colour[], least = readableContrast): Colour {
  const worst = (candidate: Colour) => Math.min(...grounds.map((ground) => contrastOf(candidate, ground)));
  const opaque = { ...colour, alpha: 1 };
  for (let step = 0; step <= steps; step++) {
    const candidates = [black, white].map((end) => rounded(mix(opaque, end, step / steps)));
    const [best] = candidates.filter((shade) => worst(shade) >= least).sort((a, b) => worst(b) - worst(a));
    if (best) return best;
  }
  return worst(black) >= worst(white) ? black : white;
}

/** The colour that `toHex` writes must pass as well. */
function rounded({ red, green, blue, alpha }: Colour): Colour {
  return { red: Math.round(red), green: Math.round(green), blue: Math.round(blue), alpha };
}
