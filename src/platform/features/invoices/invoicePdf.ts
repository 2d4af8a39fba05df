import { createRequire } from "node:module";
import { setImmediate as breathe } from "node:timers/promises";
import type { InvoiceDocument } from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { InvoiceTemplate, TemplateElement } from "../../../core/telephony/invoices/invoiceSvg.ts";
import {
  cutTo,
  type InvoicePage,
  layPages,
  type PositionedElement,
  type ReadCalls,
} from "../../../core/telephony/invoices/layPages.ts";

type Pdf = PDFKit.PDFDocument & CurrentFont;

/** A font as pdfkit keeps it while it is the current one. */
interface CurrentFont {
  readonly _font: { readonly font: PDFKit.Mixins.PDFFontSource; layoutCache: object };
}

/** One family for all scripts of the panel's languages; condensed is as wide as the fonts that designers try. */
const { resolve } = createRequire(import.meta.url);
const fontFile = (style: string) => resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${style}.ttf`);
const fonts: Readonly<Record<FontStyle, string>> = {
  normal: fontFile(""),
  bold: fontFile("-Bold"),
  italic: fontFile("-Oblique"),
  boldItalic: fontFile("-BoldOblique"),
};

interface PdfRequest {
  readonly template: InvoiceTemplate;
  readonly document: InvoiceDocument;
  readonly readCalls: ReadCalls;
  /** Told each page before it is drawn; may throw to stop. */
  readonly onPage?: (page: Pick<InvoicePage, "number" | "count">) => unknown;
}

/**
 * The document as a PDF. Pages are written as they are drawn, so that only the compressed file is held. The same document
 * gives the same bytes.
 */
export async function writePdf({ template, document, readCalls, onPage }: PdfRequest): Promise<Buffer> {
  const created = new Date(document.issued);
  // A tenth of a second, and few processes write a PDF.
  const { default: PDFDocument } = await import("pdfkit");
  const plainPdf = new PDFDocument({
    size: [template.width, template.height],
    margin: 0,
    autoFirstPage: false,
    lang: document.language,
    info: { Title: document.serial, CreationDate: created, Producer: "Patchbay", Creator: "Patchbay" },
  });
  // The library's types keep the current font to themselves.
  const pdf = plainPdf as Pdf;
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((done, fail) => {
    // A copy: a compressed page of 2 KB is a view of a buffer of 16 KB.
    pdf.on("data", (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    pdf.on("end", done);
    pdf.on("error", fail);
  });
  registerFonts(pdf);
  for await (const page of layPages(template, document, readCalls)) {
    await onPage?.(page);
    forgetWords(pdf);
    pdf.addPage();
    for (const placed of page.placed) drawPlaced(pdf, placed);
    await breathe();
  }
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

const parsedFonts = new Map<string, PDFKit.Mixins.PDFFontSource>();

/** Parses each font once per process: it takes longer than to draw a page. */
function registerFonts(pdf: Pdf): void {
  for (const [name, file] of Object.entries(fonts)) {
    pdf.registerFont(name, parsedFonts.get(name) ?? file).font(name);
    parsedFonts.set(name, pdf._font.font);
  }
}

/**
 * Forgets the words that fonts have laid out. pdfkit keeps all of them or none (foliojs/pdfkit#1527): of a long list,
 * every number and time. Laying out takes most of the time, but a page repeats most of its words; what lives longer than
 * a page becomes old garbage, which the process collects late.
 */
function forgetWords(pdf: Pdf): void {
  for (const name of Object.keys(fonts)) {
    pdf.font(name);
    pdf._font.layoutCache = Object.create(null);
  }
}

function drawPlaced(pdf: Pdf, placed: PositionedElement): void {
  pdf.save().translate(0, placed.y);
  draw(pdf, placed.element, placed, startStyle);
  pdf.restore();
}

function draw(pdf: Pdf, element: TemplateElement, placed: PositionedElement, above: Style): void {
  if (!placed.isShown(element)) return;
  const style = inheritedBy(above, element.attributes);
  const { transform } = element.attributes;
  if (transform !== undefined) {
    pdf.save();
    transformBy(pdf, transform);
  }
  drawShape(pdf, element, placed, style);
  if (transform !== undefined) pdf.restore();
}

function drawShape(pdf: Pdf, element: TemplateElement, placed: PositionedElement, style: Style): void {
  const { name, attributes } = element;
  const of = (key: string) => Number.parseFloat(attributes[key] ?? "0");
  switch (name) {
    case "svg":
    case "g":
      for (const child of element.children) if ("name" in child) draw(pdf, child, placed, style);
      return;
    case "text":
    case "tspan":
      drawText(pdf, element, placed, style);
      return;
    case "image":
      pdf.image(attributes.href ?? "", of("x"), of("y"), {
        fit: [of("width"), of("height")],
        align: "center",
        valign: "center",
      });
      return;
    case "rect":
      if (of("rx") > 0) pdf.roundedRect(of("x"), of("y"), of("width"), of("height"), of("rx"));
      else pdf.rect(of("x"), of("y"), of("width"), of("height"));
      break;
    case "line":
      pdf.moveTo(of("x1"), of("y1")).lineTo(of("x2"), of("y2"));
      break;
    case "circle":
      pdf.circle(of("cx"), of("cy"), of("r"));
      break;
    case "ellipse":
      pdf.ellipse(of("cx"), of("cy"), of("rx"), of("ry"));
      break;
    case "path":
      pdf.path(attributes.d ?? "");
      break;
    case "polyline":
    case "polygon":
      drawPoints(pdf, numbersIn(attributes.points ?? ""), name === "polygon");
      break;
  }
  paint(pdf, style, name !== "line");
}

function drawPoints(pdf: Pdf, points: readonly number[], isClosed: boolean): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    if (at === 0) pdf.moveTo(x, y);
    else pdf.lineTo(x, y);
  }
  if (isClosed) pdf.closePath();
}

/** Fills and outlines the current path. */
function paint(pdf: Pdf, style: Style, mayFill: boolean): void {
  const fill = mayFill && style.fill !== "none" ? style.fill : undefined;
  const stroke = style.stroke === "none" ? undefined : style.stroke;
  if (stroke) pdf.lineWidth(style.strokeWidth).lineCap(style.lineCap).lineJoin(style.lineJoin).strokeColor(stroke);
  if (stroke && style.dash.length > 0) pdf.dash(style.dash[0] ?? 1, { space: style.dash[1] ?? style.dash[0] ?? 1 });
  pdf.fillOpacity(style.fillOpacity).strokeOpacity(style.strokeOpacity);
  if (fill && stroke) pdf.fillAndStroke(fill, stroke);
  else if (fill) pdf.fill(fill);
  else if (stroke) pdf.stroke();
  if (stroke && style.dash.length > 0) pdf.undash();
}

interface Run {
  readonly text: string;
  readonly style: Style;
  readonly element: TemplateElement;
}

/** A line of text; `tspan` elements with a position of their own start another one. */
function drawText(pdf: Pdf, element: TemplateElement, placed: PositionedElement, style: Style): void {
  const lines: Line[] = [];
  const start = (from: TemplateElement, before?: { x: number; y: number }) => {
    const of = (key: string, other: number) => Number.parseFloat(from.attributes[key] ?? String(other));
    const line: Line = {
      x: of("x", before?.x ?? 0) + of("dx", 0),
      y: of("y", before?.y ?? 0) + of("dy", 0),
      runs: [],
    };
    lines.push(line);
    return line;
  };
  let line = start(element);
  const collect = (from: TemplateElement, inherited: Style) => {
    for (const child of from.children) {
      if (!("name" in child)) {
        line.runs.push({ text: cutTo(placed.fill(child), from), style: inherited, element: from });
      } else if (placed.isShown(child)) {
        if (["x", "y", "dx", "dy"].some((key) => child.attributes[key] !== undefined)) line = start(child, line);
        collect(child, inheritedBy(inherited, child.attributes));
      }
    }
  };
  collect(element, style);
  for (const { x, y, runs } of lines) drawRuns(pdf, runs, x, y);
}

function drawRuns(pdf: Pdf, runs: readonly Run[], x: number, y: number): void {
  const visibleRuns = runs.filter(({ text, style }) => text !== "" && style.fill !== "none");
  const use = ({ style }: Run) => pdf.font(style.font).fontSize(fontSizeOf(style));
  const [first] = visibleRuns;
  if (!first) return;
  const isMeasured = visibleRuns.length > 1 || first.style.anchor !== "start";
  const widths = isMeasured ? visibleRuns.map((run) => use(run).widthOfString(run.text)) : [];
  const totalWidth = widths.reduce((sum, width) => sum + width, 0);
  const { anchor } = first.style;
  let left = x - (anchor === "end" ? totalWidth : anchor === "middle" ? totalWidth / 2 : 0);
  for (const [index, run] of visibleRuns.entries()) {
    use(run).fillColor(run.style.fill).fillOpacity(run.style.fillOpacity);
    pdf.text(run.text, left, y, { lineBreak: false, baseline: "alphabetic" });
    left += widths[index] ?? 0;
  }
}

function transformBy(pdf: Pdf, text: string): void {
  for (const [, name, list = ""] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const [a = 0, b, c, d, e, f] = numbersIn(list);
    if (name === "translate") pdf.translate(a, b ?? 0);
    else if (name === "scale") pdf.scale(a, b ?? a);
    else if (name === "rotate") pdf.rotate(a, b === undefined ? {} : { origin: [b, c ?? 0] });
    else if (name === "matrix") pdf.transform(a, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0);
  }
}

function numbersIn(text: string): number[] {
  return text.split(/[\s,]+/).flatMap((part) => (part === "" ? [] : [Number.parseFloat(part)]));
}

type FontStyle = "normal" | "bold" | "italic" | "boldItalic";

/** The style of a shape, by its own attributes and those above it. */
const lineCaps = ["butt", "round", "square"] as const;
const lineJoins = ["miter", "round", "bevel"] as const;
const anchors = ["start", "middle", "end"] as const;

interface Line {
  readonly x: number;
  readonly y: number;
  readonly runs: Run[];
}

interface Style {
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly lineCap: (typeof lineCaps)[number];
  readonly lineJoin: (typeof lineJoins)[number];
  readonly dash: readonly number[];
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
  readonly fontSize: number;
  readonly font: FontStyle;
  readonly anchor: (typeof anchors)[number];
}

/** Initial style of SVG. */
const startStyle: Style = {
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
function inheritedBy(above: Style, attributes: Attributes): Style {
  const of = (key: string, other: number) =>
    attributes[key] === undefined ? other : Number.parseFloat(attributes[key]);
  const opacity = of("opacity", 1);
  return {
    fill: attributes.fill ?? above.fill,
    stroke: attributes.stroke ?? above.stroke,
    strokeWidth: of("stroke-width", above.strokeWidth),
    lineCap: lineCaps.find((cap) => cap === attributes["stroke-linecap"]) ?? above.lineCap,
    lineJoin: lineJoins.find((join) => join === attributes["stroke-linejoin"]) ?? above.lineJoin,
    dash: dashOf(attributes["stroke-dasharray"]) ?? above.dash,
    fillOpacity: of("fill-opacity", above.fillOpacity) * opacity,
    strokeOpacity: of("stroke-opacity", above.strokeOpacity) * opacity,
    fontSize: of("font-size", above.fontSize),
    font: fontOf(above.font, attributes),
    anchor: anchors.find((anchor) => anchor === attributes["text-anchor"]) ?? above.anchor,
  };
}

/** No font is larger than a page, and none disappears. */
function fontSizeOf({ fontSize }: Style): number {
  return Math.min(400, Math.max(1, fontSize));
}

function dashOf(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(/[\s,]+/).map(Number.parseFloat);
  // A pattern without length would be drawn forever.
  return numbers.every((number) => number > 0) ? numbers : [];
}

function fontOf(above: FontStyle, attributes: Attributes): FontStyle {
  const weight = attributes["font-weight"];
  const style = attributes["font-style"];
  const isBold = weight === undefined ? above === "bold" || above === "boldItalic" : isHeavy(weight);
  const isItalic = style === undefined ? above === "italic" || above === "boldItalic" : style !== "normal";
  return isBold ? (isItalic ? "boldItalic" : "bold") : isItalic ? "italic" : "normal";
}

function isHeavy(weight: string): boolean {
  return weight === "bold" || weight === "bolder" || Number.parseInt(weight, 10) >= 600;
}
