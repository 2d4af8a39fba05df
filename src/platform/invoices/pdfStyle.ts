export type FontStyle = "normal" | "bold" | "italic" | "boldItalic";

/** How a shape is drawn, by its own attributes and those above it. */
export interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly lineCap: "butt" | "round" | "square";
  readonly lineJoin: "miter" | "round" | "bevel";
  readonly dash: readonly number[];
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
  readonly fontSize: number;
  readonly font: FontStyle;
  readonly anchor: "start" | "middle" | "end";
}

/** What SVG starts with. */
export const startStyle: Style = {
  fill: "black",
  stroke: "none",
  strokeWidth: 1,
  lineCap: "butt",
  lineJoin: "miter",
  dash: [],
  fillOpacity: 1,
  strokeOpacity: 1,
  fontSize: 16,
  font: "normal",
  anchor: "start",
};

type Attributes = Readonly<Record<string, string>>;

/** The style of an element within another one. */
export function inheritedBy(above: Style, given: Attributes): Style {
  const of = (key: string, other: number) => (given[key] === undefined ? other : Number.parseFloat(given[key]));
  const opacity = of("opacity", 1);
  return {
    fill: given.fill ?? above.fill,
    stroke: given.stroke ?? above.stroke,
    strokeWidth: of("stroke-width", above.strokeWidth),
    lineCap: (given["stroke-linecap"] as Style["lineCap"] | undefined) ?? above.lineCap,
    lineJoin: (given["stroke-linejoin"] as Style["lineJoin"] | undefined) ?? above.lineJoin,
    dash: dashOf(given["stroke-dasharray"]) ?? above.dash,
    fillOpacity: of("fill-opacity", above.fillOpacity) * opacity,
    strokeOpacity: of("stroke-opacity", above.strokeOpacity) * opacity,
    fontSize: of("font-size", above.fontSize),
    font: fontOf(above.font, given),
    anchor: (given["text-anchor"] as Style["anchor"] | undefined) ?? above.anchor,
  };
}

/** No font is larger than a page, and none disappears. */
export function fontSizeOf({ fontSize }: Style): number {
  return Math.min(400, Math.max(1, fontSize));
}

function dashOf(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(/[\s,]+/).map(Number.parseFloat);
  // A pattern without length would be drawn forever.
  return numbers.every((number) => number > 0) ? numbers : [];
}

function fontOf(above: FontStyle, given: Attributes): FontStyle {
  const weight = given["font-weight"];
  const style = given["font-style"];
  const isBold = weight === undefined ? above === "bold" || above === "boldItalic" : isHeavy(weight);
  const isItalic = style === undefined ? above === "italic" || above === "boldItalic" : style !== "normal";
  return isBold ? (isItalic ? "boldItalic" : "bold") : isItalic ? "italic" : "normal";
}

function isHeavy(weight: string): boolean {
  return weight === "bold" || weight === "bolder" || Number.parseInt(weight, 10) >= 600;
}
