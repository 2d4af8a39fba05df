/** The shapes of SVG that templates may have. */
const shapes = {
  svg: ["viewBox", "width", "height", "version", "preserveAspectRatio"],
  g: [],
  rect: ["x", "y", "width", "height", "rx", "ry"],
  line: ["x1", "y1", "x2", "y2"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  path: ["d"],
  polyline: ["points"],
  polygon: ["points"],
  text: ["x", "y"],
  tspan: ["x", "y", "dx", "dy"],
  image: ["x", "y", "width", "height", "href", "preserveAspectRatio"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ShapeName = keyof typeof shapes;

const common = [
  ...["id", "class", "transform", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity"],
  ...["font-family", "font-size", "font-weight", "font-style", "text-anchor"],
];

const allowed = new Map(
  Object.entries(shapes).map(([name, own]) => [name, new Set<string>([...own, ...common])] as const),
);

export function isShape(name: string): name is ShapeName {
  return Object.hasOwn(shapes, name);
}

export function allowedAttributes(name: ShapeName): ReadonlySet<string> {
  return allowed.get(name) ?? new Set();
}

// None of these patterns can match a text in two ways: backtracking would take forever on a long one.
const number = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const numbers = `${number}(?:[\\s,]+${number})*`;
const length = new RegExp(`^\\s*${number}(?:px|pt)?\\s*$`, "i");
/** Of the whole drawing, which is scaled to its viewBox anyway. */
const pageLength = new RegExp(`^\\s*${number}(?:px|pt|mm|cm|in|%)?\\s*$`, "i");
const colour = /^\s*(?:none|[a-z]{3,25}|#[0-9a-f]{3}|#[0-9a-f]{6})\s*$/i;
const word = /^[\w\s,.'"-]{0,200}$/;

const values: Readonly<Record<string, RegExp>> = {
  viewBox: new RegExp(`^\\s*${numbers}\\s*$`, "i"),
  d: /^[\s\d.,eE+\-MmLlHhVvCcSsQqTtAaZz]*$/,
  points: new RegExp(`^\\s*(?:${numbers})?\\s*$`, "i"),
  transform: new RegExp(`^\\s*(?:(?:translate|scale|rotate|matrix)\\s*\\(\\s*${numbers}\\s*\\)[\\s,]*)*$`, "i"),
  fill: colour,
  stroke: colour,
  "stroke-dasharray": new RegExp(`^\\s*(?:none|${numbers})\\s*$`, "i"),
  "stroke-linecap": /^(?:butt|round|square)$/,
  "stroke-linejoin": /^(?:miter|round|bevel)$/,
  "text-anchor": /^(?:start|middle|end)$/,
};

const words = new Set(["id", "class", "font-family", "font-weight", "font-style", "version", "preserveAspectRatio"]);

/** Whether an attribute has a value that both the page and its preview understand. */
export function isAllowedValue(attribute: string, value: string): boolean {
  if (words.has(attribute)) return word.test(value);
  const pattern = values[attribute] ?? (attribute === "width" || attribute === "height" ? pageLength : length);
  return pattern.test(value);
}
