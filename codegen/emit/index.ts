import type { Model } from "../model.ts";
import { toSummary } from "./descriptors.ts";
import { constant, toModule } from "./print.ts";

const MODULE_TYPE = 'import type { ResourceModule } from "../core/schema/resourceModule.ts";';

/** Indexes of the files of resources: lazy for the panel, eager for the platform. */
export function emitIndexes({ resources, names }: Model): Map<string, string> {
  const perResource = (line: (name: string) => string) => resources.map(({ name }) => line(name)).join("");
  const byResource = <Value>(toValue: (resource: Model["resources"][number]) => Value) =>
    Object.fromEntries(resources.map((resource) => [resource.name, toValue(resource)]));
  return new Map([
    [
      "index.gen.ts",
      toModule(
        "schemas/resources",
        `import type { ResourceSummary } from "../core/schema/descriptor.ts";\n${MODULE_TYPE}`,
        constant(
          "What menu, routes and permissions need to know about every resource.",
          "summaries: Readonly<Record<string, ResourceSummary>>",
          byResource((resource) => ({ name: resource.name, ...toSummary(resource) })),
        ),
        `/** One chunk per resource, loaded when its first screen opens. */
export const loaders: Readonly<Record<string, () => Promise<ResourceModule>>> = {
${perResource((name) => `  ${name}: () => import("./descriptors/${name}.gen.ts"),\n`)}};`,
      ),
    ],
    [
      "all.gen.ts",
      toModule(
        "schemas/resources",
        `${MODULE_TYPE}\n${perResource((name) => `import * as ${name} from "./descriptors/${name}.gen.ts";\n`)}`.trimEnd(),
        `/** All resources at once: for the platform and tests, never for the panel. */
export const resources: Readonly<Record<string, ResourceModule>> = {\n${perResource((name) => `  ${name},\n`)}};`,
      ),
    ],
    ...[...names].flatMap(([locale, pluralNames]): [string, string][] => [
      [
        `names/${locale}.gen.ts`,
        toModule(
          `i18n/${locale}/resources`,
          constant(
            "Names of all resources: the menu needs them before any resource's own messages are loaded.",
            "names: Readonly<Record<string, { readonly name: string }>>",
            byResource(({ name }) => ({ name: pluralNames.get(name) ?? name })),
          ),
        ),
      ],
      ...(locale === SOURCE_LOCALE ? [] : [[`texts/${locale}.gen.ts`, textLoaders(locale)] as [string, string]]),
    ]),
  ]);
}

/** Bundled with the panel. */
const SOURCE_LOCALE = "en";

/** One module per language, so that English users do not load the file lists of all others. */
function textLoaders(locale: string): string {
  const folder = `../../../i18n/${locale}`;
  return toModule(
    `i18n/${locale}`,
    "type Texts = Readonly<Record<string, unknown>>;",
    `export { names } from "../names/${locale}.gen.ts";`,
    `/** Loaders of the texts that the panel shows, by path, without those that are loaded otherwise. */
export const files = import.meta.glob(
  ["${folder}/**/*.json", "!${folder}/{login,passwords,preferences}.json"],
  { import: "default" },
) as Readonly<Record<string, () => Promise<Texts>>>;`,
    `/** The texts of rules for preferences; the platform sends the other texts of preferences. */
export const loadPreferenceRules = async (): Promise<Texts> => (await import("${folder}/preferences.json")).rules;`,
  );
}
