import { parseXml } from "@rgrove/parse-xml";
import { deviceShape } from "../../../core/telephony/deviceTemplates/deviceShape.ts";
import { type TemplateFault, toLiquidTemplate } from "../../../core/telephony/deviceTemplates/liquidTemplate.ts";
import {
  compile,
  faultOf,
  fillIn,
  type TextFormat,
  type TranslatedText,
} from "../../../core/telephony/deviceTemplates/templateEngine.ts";
import { firstTextSignOf } from "../../../core/validation/templateDirectives.ts";
import { LruCache } from "../../evaluation/lruCache.ts";
import type { TemplateNeeds } from "./deviceFacts.ts";

declare module "../../evaluation/evaluators.ts" {
  interface Evaluators {
    readonly readTemplate: typeof readTemplate;
    readonly fillTemplate: typeof fillTemplate;
  }
}

interface ConfigTemplate extends TranslatedText {
  readonly needs: TemplateNeeds;
}

type PreparedTemplate =
  | { readonly template: ConfigTemplate; readonly faults: readonly [] }
  | { readonly template: undefined; readonly faults: readonly [TemplateFault, ...TemplateFault[]] };

export function prepareTemplate(text: string): PreparedTemplate {
  const { liquid, faults, names } = toLiquidTemplate(text, deviceShape);
  const [first, ...others] = faults;
  if (first) return { template: undefined, faults: [first, ...others] };
  try {
    const template = { liquid, format: formatOf(text), needs: needsOf(names) };
    compile(template);
    return { template, faults: [] };
  } catch (error) {
    return { template: undefined, faults: [faultOf(error)] };
  }
}

/** The checksum is about all that there is. */
function needsOf(names: ReadonlySet<string>): TemplateNeeds {
  const has = (pattern: RegExp) => names.has("checksum") || [...names].some((name) => pattern.test(name));
  return {
    firmware: has(/^firmware\b/),
    preferences: has(/^preferences\b/),
    subscriberPreferences: has(/\.(?:preferences|concurrent_max\w*)\b/),
    checksum: names.has("checksum"),
  };
}

function formatOf(text: string): TextFormat {
  const first = firstTextSignOf(text);
  return first === "<" ? "xml" : first === "{" ? "json" : "lines";
}

type RenderedFile = { readonly text: string } | { readonly fault: TemplateFault };

export function renderFile(template: TranslatedText, values: Readonly<Record<string, unknown>>): RenderedFile {
  try {
    return { text: fillIn(template, values) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** Templates that this thread was asked for last. */
const cache = new LruCache<PreparedTemplate>(50, () => 1);

/** Asks for the text of a template that is not known. */
type Ask = (question: "text") => Promise<unknown>;

async function preparedOf(digest: string, ask: Ask): Promise<PreparedTemplate> {
  return cache.get(digest) ?? cache.set(digest, prepareTemplate(String(await ask("text"))));
}

type FaultyTemplate = Pick<PreparedTemplate & { readonly template: undefined }, "faults">;

/** The data that a template needs, or its faults. */
type OutlinedTemplate = FaultyTemplate | { readonly faults: readonly []; readonly needs: TemplateNeeds };

export async function readTemplate({ digest }: { readonly digest: string }, ask: Ask): Promise<OutlinedTemplate> {
  const { template, faults } = await preparedOf(digest, ask);
  return template ? { faults, needs: template.needs } : { faults };
}

export type TemplateValues = Readonly<Record<string, unknown>>;

/** `broken`: the line, counted from 1, from which the file cannot be read; null: it can, or its format has no rules. */
export type FilledTemplate =
  | FaultyTemplate
  | (OutlinedTemplate & {
      readonly needs: TemplateNeeds;
      readonly file: RenderedFile & { readonly broken: number | null };
    });

export async function fillTemplate(
  { digest, values }: { readonly digest: string; readonly values: TemplateValues },
  ask: Ask,
): Promise<FilledTemplate> {
  const { template, faults } = await preparedOf(digest, ask);
  if (!template) return { faults };
  const rendered = renderFile(template, values);
  const broken = "text" in rendered ? brokenLine(rendered.text, template.format) : null;
  return { faults, needs: template.needs, file: { ...rendered, broken } };
}

function brokenLine(text: string, format: TextFormat): number | null {
  try {
    if (format === "xml") parseXml(text);
    if (format === "json") JSON.parse(text);
    return null;
  } catch (error) {
    const line = error instanceof Error && "line" in error && typeof error.line === "number" ? error.line : null;
    const position = /position (\d+)/.exec(String(error))?.[1];
    return line ?? (position === undefined ? 1 : text.slice(0, Number(position)).split("\n").length);
  }
}
