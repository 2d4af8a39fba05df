import { pluralName } from "../../src/core/schema/humanize.ts";
import type { Model, ResourceModel } from "../model.ts";
import { toSummary } from "./descriptors.ts";
import { header, toCode } from "./print.ts";

/** Indexes of the files of resources: lazy for the panel, eager for the platform. */
export function emitIndexes({ resources, texts }: Model): Map<string, string> {
  const files = new Map<string, string>();
  const list = resources.map((resource) => resource.name);

  files.set(
    "index.gen.ts",
    `${header("schemas/resources")}import type { ResourceSummary } from "../core/schema/descriptor.ts";\nimport type { ResourceModule } from "../core/schema/resourceModule.ts";\n\n` +
      `/** What menu, routes and permissions need to know about every resource. */\nexport const summaries: Readonly<Record<string, ResourceSummary>> = ${toCode(
        Object.fromEntries(
          resources.map((resource) => [resource.name, { name: resource.name, ...toSummary(resource) }]),
        ),
      )};\n\n/** One chunk per resource, loaded when its first screen opens. */\nexport const loaders: Readonly<Record<string, () => Promise<ResourceModule>>> = {\n${list
        .map((name) => `  ${name}: () => import("./descriptors/${name}.gen.ts"),\n`)
        .join("")}};\n`,
  );

  files.set(
    "all.gen.ts",
    `${header("schemas/resources")}import type { ResourceModule } from "../core/schema/resourceModule.ts";\n${list
      .map((name) => `import * as ${name} from "./descriptors/${name}.gen.ts";\n`)
      .join(
        "",
      )}\n/** All resources at once: for the platform and tests, never for the panel. */\nexport const resources: Readonly<Record<string, ResourceModule>> = {\n${list
      .map((name) => `  ${name},\n`)
      .join("")}};\n`,
  );

  const english = (resource: ResourceModel) =>
    texts.get(SOURCE_LOCALE)?.get(resource.name)?.data.name ?? pluralName(resource.title);
  for (const [locale, byResource] of texts) {
    const data = Object.fromEntries(
      resources.map((resource) => [
        resource.name,
        { name: String(byResource.get(resource.name)?.data.name ?? english(resource)) },
      ]),
    );
    files.set(
      `names/${locale}.gen.ts`,
      `${header(`i18n/${locale}/resources`)}/** Names of all resources: the menu needs them before any resource's own messages are loaded. */\nexport const names: Readonly<Record<string, { readonly name: string }>> = ${toCode(data)};\n`,
    );
    if (locale !== SOURCE_LOCALE) files.set(`texts/${locale}.gen.ts`, textLoaders(locale));
  }
  return files;
}

/** Bundled with the panel. */
const SOURCE_LOCALE = "en";

/** One module per language, so that English users do not load the file lists of all others. */
function textLoaders(locale: string): string {
  const folder = `../../../i18n/${locale}`;
  return (
    `${header(`i18n/${locale}`)}type Texts = Readonly<Record<string, unknown>>;\n\n` +
    `export { names } from "../names/${locale}.gen.ts";\n\n` +
    `/** Loaders of the texts that the panel shows, by path, without those that are loaded otherwise. */\n` +
    `export const files = import.meta.glob(\n  ["${folder}/**/*.json", "!${folder}/{login,passwords,preferences}.json"],\n  { import: "default" },\n) as Readonly<Record<string, () => Promise<Texts>>>;\n\n` +
    `/** The texts of rules for preferences; the platform sends the other texts of preferences. */\n` +
    `export const loadPreferenceRules = async (): Promise<Texts> => (await import("${folder}/preferences.json")).rules;\n`
  );
}
