import { type Context, Liquid, type Template } from "liquidjs";
import { escapeXml } from "../../values/escapeXml.ts";
import { delimiters, type TemplateFault } from "./liquidTemplate.ts";
import { templateLimits } from "./templateLimits.ts";

/** Escaping of values in a text, so that they stay values. `plain`: none. */
export type TextFormat = "xml" | "json" | "lines" | "plain";

// biome-ignore lint/suspicious/noControlCharactersInRegex: no file for a phone has these
const controls = /[\u0000-\u001f\u007f]+/g;

/** Also within single quotes, where a template may have its attributes. */
const escapeMarkup = (text: string) => escapeXml(text).replaceAll("'", "&#39;");

const escapes: Readonly<Record<TextFormat, (text: string) => string>> = {
  xml: (text) => escapeMarkup(text.replaceAll(controls, " ")),
  json: (text) => JSON.stringify(text).slice(1, -1),
  // A line break in a name must not begin another setting.
  lines: (text) => text.replaceAll(controls, " "),
  plain: (text) => text,
};

const toTemplateText = (value: unknown) =>
  value === undefined || value === null || typeof value === "object" ? "" : String(value);

/** The object that filters and escapes are called on. */
interface FilterThis {
  readonly context: Context;
}

/** No template can name it: the names of each begin with one of its vocabulary. */
const formatOf = ({ context }: FilterThis) => (context.globals as { readonly format: TextFormat }).format;

const engine = new Liquid({
  ...delimiters,
  jsTruthy: true,
  ownPropertyOnly: true,
  strictFilters: true,
  groupedExpressions: true,
  memoryLimit: templateLimits.memory,
  // Nothing is ever read from a folder: `include` and the like are not translated, and there are no templates by name.
  templates: {},
  outputEscape(this: FilterThis, value: unknown) {
    return escapes[formatOf(this)](toTemplateText(value));
  },
});

// In markup all values are escaped where they are written.
function markUp(this: FilterThis, value: unknown): string {
  return formatOf(this) === "xml" ? toTemplateText(value) : escapeMarkup(toTemplateText(value));
}
engine.registerFilter("html", markUp);
engine.registerFilter("xml", markUp);
engine.registerFilter("uri", (value: unknown) => encodeURIComponent(toTemplateText(value).toWellFormed()));
engine.registerFilter("upper", (value: unknown) => toTemplateText(value).toUpperCase());
engine.registerFilter("lower", (value: unknown) => toTemplateText(value).toLowerCase());

export interface TranslatedText {
  readonly liquid: string;
  readonly format: TextFormat;
}

/** Texts that were prepared, each once. */
const compiled = new WeakMap<TranslatedText, Template[]>();

/** Prepares a text; throws what the engine cannot read. */
export function compile(text: TranslatedText): Template[] {
  const templates = compiled.get(text) ?? engine.parse(text.liquid);
  compiled.set(text, templates);
  return templates;
}

/** Fills in a text; throws when it becomes too large. Limit the time of one with loops: it may never come to an end. */
export function fillIn(translated: TranslatedText, values: Readonly<Record<string, unknown>>): string {
  const { format } = translated;
  const text: unknown = engine.renderSync(compile(translated), values, { globals: { format } });
  if (typeof text !== "string" || text.length > templateLimits.output) throw new Error("the file is too large");
  return text;
}

/** Converts an error of the engine about a template that the translation found no fault with. */
export function faultOf(error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error);
  const line = Number(/, line:(\d+)/.exec(message)?.[1] ?? 1);
  return { rule: "directiveUnreadable", line, params: { text: message.replace(/, line:.*$/s, "").slice(0, 80) } };
}
