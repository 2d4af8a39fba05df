import { keysOf, type ModelFront } from "./catalogueModels.ts";

/** The front as SVG: a housing, a screen, number keys of a phone, and the keys that are configured. */
export function drawModel({ width, height, type, ranges }: ModelFront): string {
  const pad = [...Array(12).keys()].map((index) => {
    const [x, y] = [width / 2 - 66 + (index % 3) * 48, 250 + Math.floor(index / 3) * 42];
    return `<rect x="${x}" y="${y}" width="36" height="28" rx="6" fill="#4a565e"/>`;
  });
  const keys = ranges
    .flatMap(keysOf)
    .map(({ x, y }) => `<rect x="${x - 14}" y="${y - 10}" width="28" height="20" rx="5" fill="#0e7c86"/>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="24" fill="#2b343a"/>`,
    type === "phone" ? `<rect x="96" y="40" width="${width - 192}" height="130" rx="8" fill="#cfe3e6"/>` : "",
    ...(type === "phone" ? pad : []),
    ...keys,
    "</svg>",
  ].join("");
}
