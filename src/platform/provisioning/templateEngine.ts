import { Liquid, type Template } from "liquidjs";
import { MEGABYTE } from "../../core/bytes.ts";
import { escapeXml } from "../../core/escapeXml.ts";
import { delimiters } from "../../core/templates/translate.ts";

/** How values are written into a file: whatever they hold, they stay values. */
export type FileFormat = "xml" | "json" | "lines";

/** Characters of a rendered file at most. */
const MOST_CHARACTERS = 4 * MEGABYTE;
/** Bytes of lists and texts that filters make. */
const MEMORY_LIMIT = 20_000_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: no file for a phone has these
const controls = /[\u0000-\u001f\u007f]+/g;

/** Also within single quotes, where a template may have its attributes. */
const escapeMarkup = (text: string) => escapeXml(text).replaceAll("'", "&#39;");

const escapes: Readonly<Record<FileFormat, (text: string) => string>> = {
  xml: (text) => escapeMarkup(text.replaceAll(controls, " ")),
  json: (text) => JSON.stringify(text).slice(1, -1),
  // A line break in a name must not begin another setting.
  lines: (text) => text.replaceAll(controls, " "),
};

const textOf = (value: unknown) =>
  value === undefined || value === null || typeof value === "object" ? "" : String(value);

function buildEngine(format: FileFormat): Liquid {
  const engine = new Liquid({
    ...delimiters,
    jsTruthy: true,
    ownPropertyOnly: true,
    strictFilters: true,
    groupedExpressions: true,
    memoryLimit: MEMORY_LIMIT,
    // Nothing is ever read from a folder: `include` and the like are not translated, and there are no templates by name.
    templates: {},
    outputEscape: (value: unknown) => escapes[format](textOf(value)),
  });
  const markUp = format === "xml" ? textOf : (value: unknown) => escapeMarkup(textOf(value));
  engine.registerFilter("html", markUp);
  engine.registerFilter("xml", markUp);
  engine.registerFilter("uri", (value: unknown) => encodeURIComponent(textOf(value).toWellFormed()));
  engine.registerFilter("upper", (value: unknown) => textOf(value).toUpperCase());
  engine.registerFilter("lower", (value: unknown) => textOf(value).toLowerCase());
  return engine;
}

const engines: Readonly<Record<FileFormat, Liquid>> = {
  xml: buildEngine("xml"),
  json: buildEngine("json"),
  lines: buildEngine("lines"),
};

export interface CompiledTemplate {
  readonly format: FileFormat;
  readonly parsed: readonly Template[];
}

/** Prepares a translated template; throws what its engine cannot read. */
export function compileLiquid(liquid: string, format: FileFormat): CompiledTemplate {
  return { format, parsed: engines[format].parse(liquid) };
}

/** Fills in a template; throws when it becomes too large. Limit the time: it may never come to an end. */
export function renderCompiled(
  { format, parsed }: CompiledTemplate,
  values: Readonly<Record<string, unknown>>,
): string {
  const text: unknown = engines[format].renderSync([...parsed], values);
  if (typeof text !== "string" || text.length > MOST_CHARACTERS) throw new Error("the file is too large");
  return text;
}
