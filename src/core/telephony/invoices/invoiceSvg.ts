import { parseXml, type XmlElement, XmlError, XmlNode, XmlText } from "@rgrove/parse-xml";
import { closest } from "fastest-levenshtein";
import type { LineFault } from "../../validation/deviceTemplateRules.ts";
import type { TemplateRule } from "../../validation/invoiceTemplateRules.ts";
import { toLiquidTemplate } from "../deviceTemplates/liquidTemplate.ts";
import type { TranslatedText } from "../deviceTemplates/templateEngine.ts";
import { templateLimits } from "../deviceTemplates/templateLimits.ts";
import {
  type InvoiceCondition,
  type InvoiceList,
  invoiceConditions,
  invoiceLists,
  placeholdersIn,
} from "./placeholders.ts";

/** An element of a template: only shapes that draw, and only attributes without effects beyond the drawing. */
export interface TemplateElement {
  readonly name: ShapeName;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (TemplateElement | TranslatedText)[];
  readonly when: InvoiceCondition | null;
}

/** A part of the flow: drawn once, or for every entry of a list. */
export interface FlowBlock {
  readonly element: TemplateElement;
  readonly height: number;
  readonly each: InvoiceList | null;
  /** Drawn again at the top of each page that continues the list below it. */
  readonly isHeading: boolean;
}

/** The area in which blocks flow, in units of the drawing. */
export interface FlowArea {
  readonly top: number;
  /** On all pages but the first. */
  readonly nextTop: number;
  readonly bottom: number;
  readonly blocks: readonly FlowBlock[];
}

/** An invoice template: what is drawn on the first page, on every page, and what flows over pages. */
export interface InvoiceTemplate {
  readonly width: number;
  readonly height: number;
  readonly first: readonly TemplateElement[];
  readonly every: readonly TemplateElement[];
  readonly flow: FlowArea;
}

export type SvgFault = LineFault<TemplateRule, string | number>;

export type ReadTemplate =
  | { readonly template: InvoiceTemplate; readonly faults?: undefined }
  | { readonly template?: undefined; readonly faults: readonly SvgFault[] };

type Attributes = TemplateElement["attributes"];

/** Minimum height of the flow: a lower row would make too many rows per page, a longer page none of paper. */
const MIN_FLOW_HEIGHT = 4;
const MAX_PAGE_SIDE = 5_000;

/** Elements that run code or load something, by lower-case name. */
const forbidden = new Set([
  ...["script", "foreignobject", "style", "link", "iframe", "object", "embed", "audio", "video", "use"],
  ...["a", "animate", "animatemotion", "animatetransform", "set", "handler", "listener", "filter", "feimage"],
]);
/** Elements that draw nothing. */
const silent = new Set(["title", "desc", "metadata", "defs"]);
/** Attributes that drawing programs write everywhere, and that change nothing here. */
const silentAttributes = new Set([
  ...["fill-rule", "clip-rule", "stroke-miterlimit", "stroke-dashoffset", "font-variant", "font-stretch"],
  ...["line-height", "letter-spacing", "word-spacing", "text-align", "writing-mode", "xmlns"],
]);

/** The template in an SVG text, or everything that is wrong with it. Nothing in it is executed or loaded. */
export function readTemplate(svg: string): ReadTemplate {
  const reader = new Reader(svg);
  const template = reader.read();
  return template ? { template } : { faults: reader.faults };
}

class Reader {
  readonly faults: SvgFault[] = [];
  #elements = 0;

  constructor(readonly svg: string) {}

  read(): InvoiceTemplate | undefined {
    if (new TextEncoder().encode(this.svg).length > templateLimits.size) {
      this.#note(0, "templateSize", { kilobytes: templateLimits.size / 1024 });
      return undefined;
    }
    const root = this.#parse();
    const template = root && this.#template(root);
    return this.faults.length > 0 ? undefined : template;
  }

  #parse(): XmlElement | undefined {
    const doctype = /<!(?:DOCTYPE|ENTITY)/i.exec(this.svg);
    const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)[\w:.-]+;/i.exec(this.svg);
    const instruction = /<\?(?!xml\s)/i.exec(this.svg);
    for (const match of [doctype, entity, instruction]) {
      if (match) this.#note(match.index, "templateForbidden", { name: match[0] });
    }
    if (this.faults.length > 0) return undefined;
    try {
      const { root } = parseXml(this.svg, { includeOffsets: true });
      return root ?? undefined;
    } catch (error) {
      if (error instanceof XmlError) this.#note(error.pos, "templateUnreadable", {});
      // Elements nested without end exhaust the stack.
      else if (error instanceof RangeError) this.#note(0, "templateUnreadable", {});
      else throw error;
      return undefined;
    }
  }

  #template(root: XmlElement): InvoiceTemplate | undefined {
    if (root.name !== "svg") {
      this.#note(root.start, "templateUnknown", { name: root.name, nearest: "svg" });
      return undefined;
    }
    const inherited = inheritedFrom(this.#attributes(root, "svg"));
    const [left, top, width, height] = numbersIn(root.attributes.viewBox);
    const isPage = left === 0 && top === 0 && isLength(width) && isLength(height);
    if (!isPage) this.#note(root.start, "templateValue", { name: "viewBox" });
    const groups = this.#elementsOf(root);
    const flowing = groups.filter((group) => group.name === "g" && classOf(group) === "flow");
    const [flow, second] = flowing;
    if (!flow || second) this.#note((second ?? root).start, "templateFlow", { count: flowing.length });
    if (!isPage || !flow) return undefined;
    const otherGroups = groups.filter((group) => group !== flow);
    const isFirst = (group: XmlElement) => classOf(group) === "first";
    const drawn = (some: readonly XmlElement[]) =>
      some.flatMap((group) => withStyle(this.#element(group, null, 1), inherited) ?? []);
    return {
      width,
      height,
      first: drawn(otherGroups.filter(isFirst)),
      every: drawn(otherGroups.filter((group) => !isFirst(group))),
      flow: this.#flow(flow, height, inherited),
    };
  }

  #flow(group: XmlElement, pageHeight: number, above: Attributes): FlowArea {
    const inherited = { ...above, ...inheritedFrom(this.#attributes(group, "g")) };
    const [top, bottom] = [this.#number(group, "data-top"), this.#number(group, "data-bottom")];
    const nextTop = group.attributes["data-next-top"] === undefined ? top : this.#number(group, "data-next-top");
    if (!(bottom <= pageHeight)) this.#note(group.start, "templateHeight", { limit: pageHeight });
    const room = bottom - Math.max(top, nextTop);
    let heading = 0;
    const blocks = this.#elementsOf(group).flatMap((child): FlowBlock[] => {
      const each = this.#word(child, "data-each", invoiceLists);
      const element = withStyle(this.#element(child, each, 2), inherited);
      const height = this.#number(child, "data-height");
      const isHeading = child.attributes["data-heading"] === "true";
      const needed = height + (each ? heading : 0);
      if (!(height >= MIN_FLOW_HEIGHT && needed <= room)) this.#note(child.start, "templateHeight", { limit: room });
      heading = isHeading ? height : each ? heading : 0;
      if (each && element && countIn(element) > templateLimits.inRow) {
        this.#note(child.start, "templateSize", { kilobytes: templateLimits.size / 1024 });
      }
      return element ? [{ element, height, each, isHeading }] : [];
    });
    return { top, nextTop, bottom, blocks };
  }

  #element(node: XmlElement, list: InvoiceList | null, depth: number): TemplateElement | undefined {
    this.#elements++;
    if (this.#elements > templateLimits.entries || depth > templateLimits.depth) {
      this.#note(node.start, "templateSize", { kilobytes: templateLimits.size / 1024 });
      return undefined;
    }
    const { name } = node;
    // Elements of other vocabularies are the notes of drawing programs, which draw nothing.
    const isSilent = silent.has(name) || name.includes(":");
    if (this.#refuses(node, isSilent)) return undefined;
    if (isSilent) return undefined;
    if (!isShape(name)) {
      this.#note(node.start, "templateUnknown", { name, nearest: closest(name, Object.keys(shapes)) });
      return undefined;
    }
    const attributes = this.#attributes(node, name);
    const when = this.#word(node, "data-when", invoiceConditions);
    if (name === "image") this.#image(node);
    const children = node.children.flatMap((child): (TemplateElement | TranslatedText)[] => {
      if (child.type === XmlNode.TYPE_ELEMENT) {
        const element = this.#element(child as XmlElement, list, depth + 1);
        return element ? [element] : [];
      }
      if (!(child instanceof XmlText) || (name !== "text" && name !== "tspan")) return [];
      // As SVG does: repeated spaces and line ends are one space, and none around the text.
      const spaced = this.#translated(child, list).replace(/\s+/g, " ");
      const text = node.children.length === 1 ? spaced.trim() : spaced;
      return text.trim() === "" ? [] : [{ liquid: text, format: "plain" }];
    });
    return { name, attributes, children, when };
  }

  /** Notes what would do anything in a browser, under any prefix; also in all elements below, which nobody draws. */
  #refuses(node: XmlElement, isDeep: boolean): boolean {
    const isForbidden = forbidden.has(localName(node.name));
    if (isForbidden) this.#note(node.start, "templateForbidden", { name: node.name });
    if (!isDeep) return isForbidden;
    for (const key of Object.keys(node.attributes)) {
      const isActive = localName(key).startsWith("on") || localName(key) === "href";
      if (isActive) this.#note(node.start, "templateForbidden", { name: key });
    }
    for (const child of node.children) {
      if (child.type === XmlNode.TYPE_ELEMENT) this.#refuses(child as XmlElement, true);
    }
    return isForbidden;
  }

  #elementsOf(node: XmlElement): XmlElement[] {
    return node.children.filter((child): child is XmlElement => child.type === XmlNode.TYPE_ELEMENT);
  }

  /** The attributes that draw something. Those of drawing programs are left out. */
  #attributes(node: XmlElement, name: ShapeName): Record<string, string> {
    const attributes: Record<string, string> = {};
    const entries = Object.entries(node.attributes).flatMap(([key, value]) =>
      key === "style" ? this.#declarations(node, value) : [[key, value] as const],
    );
    for (const [key, value] of entries) {
      const local = localName(key);
      if (local.startsWith("on")) this.#note(node.start, "templateForbidden", { name: key });
      else if (local === "href" || local === "src") this.#link(node, key, value, attributes);
      else if (/url\s*\(|javascript:|@import/i.test(value)) {
        this.#note(node.start, "templateForbidden", { name: key });
      } else if (key.startsWith("data-") || key.includes(":") || silentAttributes.has(key)) continue;
      else if (!allowedAttributes(name).has(key)) {
        this.#note(node.start, "templateUnknown", { name: key, nearest: closest(key, [...allowedAttributes(name)]) });
      } else if (!isAllowedValue(key, value)) this.#note(node.start, "templateValue", { name: key });
      else attributes[key] = value.trim();
    }
    const most = node.attributes["data-max-chars"];
    if (most !== undefined) attributes["data-max-chars"] = String(this.#number(node, "data-max-chars"));
    return attributes;
  }

  /** `fill:#000;stroke:none` as attributes. */
  #declarations(node: XmlElement, style: string): (readonly [string, string])[] {
    return style.split(";").flatMap((declaration): (readonly [string, string])[] => {
      const [key = "", ...value] = declaration.split(":");
      const name = key.trim();
      if (name === "" || name.startsWith("-")) return [];
      if (/^on|^src$|href/i.test(name)) {
        this.#note(node.start, "templateUnknown", { name, nearest: "fill" });
        return [];
      }
      return [[name, value.join(":").trim()]];
    });
  }

  #link(node: XmlElement, key: string, value: string, attributes: Record<string, string>): void {
    if (node.name === "image" && value.startsWith("data:image/")) attributes.href = value.replace(/\s+/g, "");
    else this.#note(node.start, "templateForbidden", { name: key });
  }

  #image(node: XmlElement): void {
    const url = node.attributes.href ?? node.attributes["xlink:href"] ?? "";
    // Others are refused as references.
    const isOwn = url === "" || url.startsWith("data:image/");
    if (isOwn && !isDrawable(url.replace(/\s+/g, ""))) {
      this.#note(node.start, "templateImage", { limit: MAX_IMAGE_SIDE_PIXELS });
    }
  }

  /** A text in the language of the engine. */
  #translated({ text, start }: XmlText, list: InvoiceList | null): string {
    const names = [null, ...(list ? [list] : [])].flatMap((each) => [...placeholdersIn(each).keys()]);
    const { liquid, faults } = toLiquidTemplate(text, names);
    for (const { line, params } of faults) {
      const { name = "[%", nearest = closest("", names) } = params;
      this.#noteAt(this.#lineOf(start) + line - 1, "templateUnknown", { name, nearest });
    }
    if (text.length > templateLimits.text) this.#note(start, "templateText", { limit: templateLimits.text });
    return liquid;
  }

  #word<Word extends string>(node: XmlElement, key: string, choices: readonly Word[]): Word | null {
    const value = node.attributes[key];
    if (value === undefined) return null;
    const choice = choices.find((word) => word === value);
    if (choice === undefined)
      this.#note(node.start, "templateUnknown", { name: value, nearest: closest(value, [...choices]) });
    return choice ?? null;
  }

  /** A number, with an error when it is missing or none. */
  #number(node: XmlElement, key: string): number {
    const [value = Number.NaN] = numbersIn(node.attributes[key]);
    if (!(value >= 0 && value <= MAX_PAGE_SIDE)) this.#note(node.start, "templateValue", { name: key });
    return value;
  }

  #note(offset: number, rule: TemplateRule, params: SvgFault["params"]): void {
    this.#noteAt(this.#lineOf(offset), rule, params);
  }

  #noteAt(line: number, rule: TemplateRule, params: SvgFault["params"]): void {
    if (this.faults.length < templateLimits.faults) this.faults.push({ rule, line, params });
  }

  #lineOf(offset: number): number {
    return this.svg.slice(0, offset).split("\n").length;
  }
}

/** The attributes of the drawing or the flow that their elements inherit. */
function inheritedFrom(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => /^(?:fill|stroke|font|text-)/.test(key)));
}

function withStyle(element: TemplateElement | undefined, inherited: Attributes): TemplateElement | undefined {
  return element && { ...element, attributes: { ...inherited, ...element.attributes } };
}

/** Without its prefix, which may stand for any vocabulary. */
function localName(name: string): string {
  return (name.split(":").at(-1) ?? "").toLowerCase();
}

function classOf({ attributes }: XmlElement): string {
  return (attributes.class ?? "").trim();
}

function countIn({ children }: TemplateElement): number {
  return children.reduce((count, child) => count + ("name" in child ? countIn(child) : 0), 1);
}

/** The numbers of a list, `0 0 595 842`; none if it has anything else. */
function numbersIn(text = ""): number[] {
  const parts = text.trim().split(/[\s,]+/);
  const numbers = parts.map((part) => (/^-?\d+(?:\.\d+)?$/.test(part) ? Number(part) : Number.NaN));
  return numbers.some(Number.isNaN) ? [] : numbers;
}

function isLength(value: number | undefined): value is number {
  return value !== undefined && value > 0 && value <= MAX_PAGE_SIDE;
}

/** Pixels of one side: a small file may unpack to far more than a page shows. */
const MAX_IMAGE_SIDE_PIXELS = 2_000;

/**
 * Whether a data URL is a picture that can be put into a page as it is: JPEG, or PNG without transparency and
 * interlacing. Others would have to be unpacked, and a broken one would stop the program that unpacks it.
 */
function isDrawable(url: string): boolean {
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const bytes = atob(base64);
  const size = bytes.startsWith("\x89PNG\r\n\x1a\n")
    ? pngSize(bytes)
    : bytes.startsWith("\xff\xd8\xff")
      ? jpegSize(bytes)
      : null;
  return size !== null && [size.width, size.height].every((side) => side > 0 && side <= MAX_IMAGE_SIDE_PIXELS);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Colour types of PNG without an alpha channel: grey, RGB and palette. */
const OPAQUE = [0, 2, 3];

function pngSize(bytes: string): Size | null {
  if (bytes.slice(12, 16) !== "IHDR") return null;
  const isInterlaced = bytes.charCodeAt(28) !== 0;
  if (isInterlaced || !OPAQUE.includes(bytes.charCodeAt(25))) return null;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bigEndian(bytes, at, 4)) {
    const chunk = bytes.slice(at + 4, at + 8);
    if (chunk === "tRNS") return null;
    if (chunk === "IEND") return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
  }
  return null;
}

/** In the first frame header (SOF0 to SOF15, but not the tables numbered among them). */
function jpegSize(bytes: string): Size | null {
  let offset = 2;
  while (offset + 9 < bytes.length && bytes.charCodeAt(offset) === 0xff) {
    const marker = bytes.charCodeAt(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bigEndian(bytes, offset + 5, 2), width: bigEndian(bytes, offset + 7, 2) };
    offset += 2 + bigEndian(bytes, offset + 2, 2);
  }
  return null;
}

function bigEndian(bytes: string, from: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index++) value = value * 256 + bytes.charCodeAt(from + index);
  return value;
}

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

type ShapeName = keyof typeof shapes;

const common = [
  ...["id", "class", "transform", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity"],
  ...["font-family", "font-size", "font-weight", "font-style", "text-anchor"],
];

const allowed = new Map(
  Object.entries(shapes).map(([name, attributes]) => [name, new Set<string>([...attributes, ...common])] as const),
);

function isShape(name: string): name is ShapeName {
  return Object.hasOwn(shapes, name);
}

function allowedAttributes(name: ShapeName): ReadonlySet<string> {
  return allowed.get(name) ?? new Set();
}

// None of these patterns can match a text in two ways: backtracking would take forever on a long one.
const number = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const numbers = `${number}(?:[\\s,]+${number})*`;
const length = new RegExp(`^\\s*${number}(?:px|pt)?\\s*$`, "i");
/** A length of the complete drawing, which is scaled to its viewBox anyway. */
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

const wordKeys = new Set(["id", "class", "font-family", "font-weight", "font-style", "version", "preserveAspectRatio"]);

/** Whether an attribute has a value that both the page and its preview understand. */
function isAllowedValue(attribute: string, value: string): boolean {
  if (wordKeys.has(attribute)) return word.test(value);
  const pattern = values[attribute] ?? (attribute === "width" || attribute === "height" ? pageLength : length);
  return pattern.test(value);
}
