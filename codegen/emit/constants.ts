import type { ResourceDescriptions } from "../../src/core/schema/descriptor.ts";
import {
  type DemonstrationModel,
  type FieldModel,
  fieldAt,
  type Model,
  type ResourceModel,
  type TabModel,
} from "../model.ts";
import { type PlacedPage, placedPages, toRouterPath } from "../pages.ts";
import { preferenceOwners, preferencesOfKinds } from "../preferences.ts";
import { requiredHooks } from "../requiredHooks.ts";
import { resourceRoutes } from "../resourceRoutes.ts";
import { compact, constant, toModule } from "./print.ts";

const RESOURCES_SOURCE = "schemas/resources";
const importTypes = (...names: readonly string[]) =>
  `import type { ${names.join(", ")} } from "../core/schema/descriptor.ts";`;

/** The types of `demonstration.gen.ts`. */
const demonstrationTypes = `\
type Named<Draft> = Draft extends unknown
  ? {
      readonly [Name in keyof Draft]: NonNullable<Draft[Name]> extends Id<infer Resource>
        ? string extends Resource
          ? Draft[Name]
          : Draft[Name] | string
        : Draft[Name];
    }
  : never;

/** Bodies that create records; a reference is an id, or the search value of its target. */
export type Demonstration = {
  readonly [Name in ResourceName]?: readonly Named<Resources[Name]["create"]>[];
};`;

/** Modules of one or two constants each, apart from the descriptors where only some pages or hooks need them. */
export function emitConstants(model: Model): Map<string, string> {
  const { resources, roles, formats, demonstration } = model;
  const { derivation, manages, flags, rights } = roles.data;
  const roleList = roles.data.roles.map(({ name, inherits, readOnlyVariant }) => ({ name, inherits, readOnlyVariant }));
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  // Without resources that have none.
  const byResource = (get: (resource: ResourceModel) => unknown) =>
    Object.fromEntries(resources.map((model) => [model.name, get(model)]).filter(([, value]) => value !== undefined));
  return new Map([
    file(
      "about.gen.ts",
      RESOURCES_SOURCE,
      importTypes("ResourceDescriptions"),
      constant(
        "Titles and descriptions for the API documentation.",
        "about: Readonly<Record<string, ResourceDescriptions>>",
        byResource(descriptionsOf),
      ),
    ),
    file(
      "businessRules.gen.ts",
      RESOURCES_SOURCE,
      constant(
        "Resource -> the rules that its hooks check -> the fields where they are reported.",
        "declaredRules",
        byResource(({ x }) => x.businessRules),
      ).replace(/;$/, " as const;"),
    ),
    file(
      "preferenceKinds.gen.ts",
      "schemas/resources and schemas/preferences",
      constant(
        "Kind of preferences -> the resource whose records have them.",
        "preferenceOwners: Readonly<Record<string, string>>",
        preferenceOwners(model),
      ),
      constant(
        "Preferences that are defined in a file of their kind.",
        "preferencesOfKinds",
        preferencesOfKinds(model),
      ).replace(/;$/, " as const;"),
    ),
    file(
      "requiredHooks.gen.ts",
      RESOURCES_SOURCE,
      `/** Resource -> the hooks that its schema cannot do without; \`never\`: any. */\nexport interface RequiredHooks {\n${resources
        .map((resource) => [resource.name, requiredHooks(resource)] as const)
        .filter(([, needed]) => needed.length > 0)
        .map(([name, needed]) => `  readonly ${name}: ${hookUnion(needed)};\n`)
        .join("")}}`,
    ),
    file(
      "demonstration.gen.ts",
      "schemas/demonstration",
      'import type { Id } from "../core/schema/ids.ts";\nimport type { ResourceName, Resources } from "./types/index.gen.ts";',
      demonstrationTypes,
      constant(
        "Records for an empty platform.",
        "demonstration: Demonstration",
        Object.fromEntries(sortByReference(demonstration, byName).map(({ resource, records }) => [resource, records])),
      ),
    ),
    file(
      "details.gen.ts",
      RESOURCES_SOURCE,
      importTypes("DetailsTabDescriptor", "HeaderField"),
      constant(
        "Resource -> the tabs of its details page.",
        "detailsTabs: Readonly<Record<string, readonly DetailsTabDescriptor[]>>",
        byResource(({ tabs }) => (tabs.length > 0 ? tabs.map(toTab) : undefined)),
      ),
      constant(
        "Resource -> the fields in the header of its page; by default the first columns of its list.",
        "headerFields: Readonly<Record<string, readonly HeaderField[]>>",
        byResource(({ name, x }) =>
          x.headerFields?.map((source) =>
            compact({ source, resource: fieldAt(byName, name, source)?.reference?.resource }),
          ),
        ),
      ),
    ),
    file(
      "formatExamples.gen.ts",
      "schemas/formats.json",
      "interface FormatExamples {\n  readonly valid: readonly string[];\n  readonly invalid: readonly string[];\n}",
      constant(
        "Format -> valid and invalid examples.",
        "formatExamples: Readonly<Record<string, FormatExamples>>",
        formats,
      ),
    ),
    // Without descriptions, which are for docs/reference/permissions.md.
    file(
      "permissions.gen.ts",
      roles.source.file,
      importTypes("RolesData"),
      constant(
        "Roles, how they are derived from an administrator's flags, and their rights on pages, tools and documents.",
        "roles: RolesData",
        { roles: roleList, derivation, manages, flags, rights },
      ),
    ),
    // Only pages of the legacy panel need them, and none of these is a start page.
    file(
      "legacyResources.gen.ts",
      roles.source.file,
      importTypes("LegacyResource"),
      constant(
        "Rights on resources without a schema, for pages of the older panel.",
        "legacyResources: Readonly<Record<string, LegacyResource>>",
        roles.legacyResources,
      ),
    ),
    file(
      "routes.gen.ts",
      RESOURCES_SOURCE,
      importTypes("RouteDescriptor"),
      constant("The routes of all generated screens.", "routes: readonly RouteDescriptor[]", resourceRoutes(resources)),
    ),
    ...emitPages(model),
  ]);
}

function hookUnion(needed: ReturnType<typeof requiredHooks>): string {
  const names = new Set(needed.flatMap(({ hook }) => (hook ? [JSON.stringify(hook)] : [])));
  return [...names].join(" | ") || "never";
}

function file(path: string, source: string, ...statements: readonly string[]): [path: string, text: string] {
  return [path, toModule(source, ...statements)];
}

/** Title and descriptions of a schema. */
export function descriptionsOf({ title, description, fields }: ResourceModel): ResourceDescriptions {
  const texts = fields.flatMap(fieldDescriptions);
  return {
    title,
    about: description,
    ...(texts.length > 0 ? { fields: Object.fromEntries(texts) } : {}),
  };
}

function fieldDescriptions({ path, schema, fields = [] }: FieldModel): [path: string, text: string][] {
  const ownDescription: [string, string][] = schema.description ? [[path.join("."), schema.description]] : [];
  return [...ownDescription, ...fields.flatMap(fieldDescriptions)];
}

/** Referenced records first. */
function sortByReference(
  all: readonly DemonstrationModel[],
  resources: ReadonlyMap<string, ResourceModel>,
): readonly DemonstrationModel[] {
  const placed = new Set<DemonstrationModel>();
  const visit = (model: DemonstrationModel, above: readonly string[]) => {
    if (above.includes(model.resource)) return;
    for (const { reference } of resources.get(model.resource)?.fields ?? []) {
      const referenced = reference && all.find(({ resource }) => resource === reference.resource);
      if (referenced) visit(referenced, [...above, model.resource]);
    }
    placed.add(model);
  };
  for (const model of all) visit(model, []);
  return [...placed];
}

function toTab({ path, keywords, isNamed, target }: TabModel): object {
  const { section, when, needs, legacyPath, aliases } = keywords;
  return { path, content: target, ...compact({ isNamed, section, when, needs, legacyPath, aliases }) };
}

/**
 * Pages without a schema: `nativePages.gen.ts` for those of this panel, which the router needs at startup, and
 * `pages.gen.ts` for all others, which the panel loads later.
 */
function emitPages(model: Model): [path: string, text: string][] {
  const { source, data } = model.pages;
  const placed = placedPages(model).filter(({ kind }) => kind !== "public");
  const native = placed.filter(isNative);
  const names = [...new Set(native.map(({ name }) => JSON.stringify(name)))].join(" | ") || "never";
  const redirects = Object.entries(data.redirects).map(([from, to]) => ({
    from: toRouterPath(from),
    to: toRouterPath(to),
  }));
  return [
    file(
      "nativePages.gen.ts",
      source.file,
      importTypes("PageDescriptor"),
      `/** Pages with a component of their own in src/panel/features/nativePages.ts. */\nexport type NativePageName = ${names};`,
      constant(
        "The pages of this panel.",
        "nativePages: readonly (PageDescriptor & { readonly name: NativePageName })[]",
        native.map(toPage),
      ),
    ),
    file(
      "pages.gen.ts",
      source.file,
      importTypes("PageDescriptor"),
      constant(
        "Pages of the older panel, and links that open a new window.",
        "pages: readonly PageDescriptor[]",
        placed.filter((page) => !isNative(page)).map(toPage),
      ),
      constant(
        "Redirects from routes of the older panel.",
        "redirects: readonly { readonly from: string; readonly to: string }[]",
        redirects,
      ),
    ),
  ];
}

function isNative({ kind, isCatchAll }: PlacedPage): boolean {
  return kind === "native" && !isCatchAll;
}

/** Paths below a native page can only belong to the legacy panel. */
function toPage({ guard, kind, isCatchAll, ...page }: PlacedPage): object {
  const { right: _, ...target } = guard ?? {};
  const { legacyPath, href } = page;
  return {
    ...page,
    kind: isCatchAll ? "framed" : kind,
    guard: target,
    isCatchAll,
    legacyPath: legacyPath && toRouterPath(legacyPath),
    href: href && toRouterPath(href),
  };
}
