import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { deviceShape } from "../../core/templates/deviceShape.ts";
import { type TemplateFault, translate } from "../../core/templates/translate.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { loadFile } from "../files/fileStore.ts";
import type { DeviceChain } from "./deviceChain.ts";
import type { Needs } from "./deviceFacts.ts";
import { RecentlyUsed } from "./recentlyUsed.ts";
import { type CompiledTemplate, compileLiquid, type FileFormat, renderCompiled } from "./templateEngine.ts";

/** A template with what it needs to know. */
export interface ConfigTemplate extends CompiledTemplate {
  readonly needs: Needs;
}

/** A template that is ready, or what is wrong with it. */
export type PreparedTemplate =
  | { readonly template: ConfigTemplate; readonly faults: readonly [] }
  | { readonly template: undefined; readonly faults: readonly [TemplateFault, ...TemplateFault[]] };

/** Prepares the text of a configuration. */
export function prepareTemplate(text: string): PreparedTemplate {
  const { liquid, faults, names } = translate(text, deviceShape);
  const [first, ...others] = faults;
  if (first) return { template: undefined, faults: [first, ...others] };
  try {
    return { template: { ...compileLiquid(liquid, formatOf(text)), needs: needsOf(names) }, faults: [] };
  } catch (error) {
    return { template: undefined, faults: [faultOf(error)] };
  }
}

/** The checksum is about all that there is. */
function needsOf(names: ReadonlySet<string>): Needs {
  const has = (pattern: RegExp) => names.has("checksum") || [...names].some((name) => pattern.test(name));
  return {
    firmware: has(/^firmware\b/),
    preferences: has(/^preferences\b/),
    subscriberPreferences: has(/\.(?:preferences|concurrent_max\w*)\b/),
    checksum: names.has("checksum"),
  };
}

const directives = /\[%[\s\S]*?%\]/g;

/** By the first sign that is no directive. */
function formatOf(text: string): FileFormat {
  const [first] = text
    .replace(/^\ufeff/, "")
    .replaceAll(directives, "")
    .trimStart();
  return first === "<" ? "xml" : first === "{" ? "json" : "lines";
}

/** What the engine says about a template that the translation found nothing wrong with. */
function faultOf(error: unknown): TemplateFault {
  const message = error instanceof Error ? error.message : String(error);
  const line = Number(/, line:(\d+)/.exec(message)?.[1] ?? 1);
  return { rule: "directiveUnreadable", line, params: { text: message.replace(/, line:.*$/s, "").slice(0, 80) } };
}

/** A rendered file, or the fault at which it stopped. */
export type RenderedFile = { readonly text: string } | { readonly fault: TemplateFault };

export function renderFile(template: CompiledTemplate, values: Readonly<Record<string, unknown>>): RenderedFile {
  try {
    return { text: renderCompiled(template, values) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** The text of a device's configuration as it is stored. */
export async function storedTemplate(db: Kysely<Tables>, { config }: DeviceChain): Promise<string> {
  const file = await loadFile(db, { name: "pbxdeviceconfigs" }, config.id, "data");
  return Buffer.from(file?.content ?? []).toString("utf8");
}

/** Templates that were asked for last, by the digest of their text. */
const known = new RecentlyUsed<PreparedTemplate>(200, () => 1);

/** The same as `prepareTemplate`, remembered: a thousand phones share a few templates. */
export async function preparedOnce(digest: string, load: () => Promise<string>): Promise<PreparedTemplate> {
  return known.get(digest) ?? known.set(digest, prepareTemplate(await load()));
}

/** Files that were asked for last. */
const files = new RecentlyUsed<{ readonly text: string }>(8 * 1024 * 1024, ({ text }) => text.length);

/**
 * The same as `renderFile`, remembered: phones ask again and again while nothing changes. All that a template can name is
 * in the values, so that a file is found by them and by its template's digest, and no change can be missed.
 */
export function renderedOnce(
  digest: string,
  template: CompiledTemplate,
  values: Readonly<Record<string, unknown>>,
): RenderedFile {
  const key = createHash("sha256")
    .update(JSON.stringify([digest, values]))
    .digest("base64");
  const found = files.get(key);
  if (found) return found;
  const rendered = renderFile(template, values);
  // What took too long may be faster the next time.
  return "text" in rendered ? files.set(key, rendered) : rendered;
}
