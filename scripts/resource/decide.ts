import { closest } from "fastest-levenshtein";
import { CLOCK_FORMATS } from "../../codegen/kind.ts";
import type { ResourceModel } from "../../codegen/model.ts";
import type { PageKeyword, PropertySchema } from "../../codegen/schemaTypes.ts";
import { menuGroups } from "../../src/core/schema/menuGroups.ts";
import type { ResourceDraft } from "./draft.ts";
import { type FieldDraft, parseFields } from "./fieldSpec.ts";
import { type Project, resourceNames } from "./project.ts";
import { refuse } from "./refusedInput.ts";
import { toLabel, toSingular } from "./words.ts";

/** Options of the command; all are optional. */
export interface Options {
  readonly title?: string;
  readonly fields?: string;
  readonly parent?: string;
  readonly route?: string;
  readonly menu?: string;
}

const LAST_ORDER = 900;

/** Fills in missing options from what is known about the name. Rejects contradictory ones. */
export function decide(name: string, options: Options, project: Project): ResourceDraft {
  const given = parseFields(options.fields || "name:string(127)!", {
    resources: [...resourceNames(project), name],
    formats: project.formats,
  });
  return draftFor({ name, options, given }, project);
}

/** The same with known fields. */
export function draftFor(
  { name, options, given }: { readonly name: string; readonly options: Options; readonly given: readonly FieldDraft[] },
  project: Project,
): ResourceDraft {
  const title = options.title || titleFor(name, project);
  if (!/^[A-Za-z]/.test(title)) refuse(`the title "${title}" is not allowed`, "begin with a letter: NCOS level");
  const parent = options.parent ? findResource(options.parent, project) : undefined;
  const fields = (parent ? withOwner(given, parent) : given).map((field) => ({
    ...field,
    schema: withClock(field.schema),
  }));
  const by = parent && fields.find(({ schema }) => schema["x-field"]?.reference === parent.name)?.name;
  const scopedBy = by ?? fields.find((field) => field.required && isScoped(field, project))?.name;
  const pending = project.model.roles.data.legacyResources[name];
  const page = pageOf(name, project);
  const isOfResellers =
    scopedBy !== undefined && (parent ? parent.x.scope !== undefined || parent.name === "resellers" : true);
  const hasReseller = fields.some(({ schema }) => schema["x-field"]?.reference === "resellers");
  return {
    name,
    title,
    route: routeFor(options.route, name, project),
    icon: page?.icon ?? "list",
    ...(parent && by
      ? { parent: { resource: parent.name, reference: by, path: name } }
      : { menu: menuFor(options.menu, name, project) }),
    access:
      pending?.access ?? (hasReseller || isOfResellers ? { superuser: "all", reseller: "all" } : { superuser: "all" }),
    requires: pending?.accessFlags,
    needs: pending?.needs,
    fields,
    scopedBy: isOfResellers && !hasReseller ? scopedBy : undefined,
    labels: Object.fromEntries(
      project.model.resources.flatMap(({ name: each, x }) =>
        x.list.searchFilter ? [[each, x.list.searchFilter]] : [],
      ),
    ),
  };
}

/** Times without a zone are on the platform's clock, members of objects and lists included. */
function withClock(schema: PropertySchema): PropertySchema {
  const { format = "", items, properties } = schema;
  return {
    ...schema,
    ...(CLOCK_FORMATS.test(format) && { "x-field": { ...schema["x-field"], clock: "platform" } }),
    ...(items && { items: withClock(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withClock(part)])),
    }),
  };
}

/** Title of an existing page such as "NCOS levels", or else the name. */
function titleFor(name: string, project: Project): string {
  const page = pageOf(name, project)?.name;
  const words = page?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? name;
  return toLabel(toSingular(words));
}

function pageOf(name: string, { pages }: Project): Project["pages"][number] | undefined {
  return pages.find(({ guard, path }) => guard?.resource === name && !path.includes("{"));
}

function findResource(name: string, project: Project): ResourceModel {
  const known = resourceNames(project);
  const found = project.model.resources.find((resource) => resource.name === name);
  return found ?? refuse(`no schema describes "${name}"`, `Did you mean "${closest(name, known)}"?`);
}

/** The fields, with a reference to the parent added if there is none. */
function withOwner(fields: readonly FieldDraft[], { name }: ResourceModel): readonly FieldDraft[] {
  if (fields.some(({ schema }) => schema["x-field"]?.reference === name)) return fields;
  const owner = {
    name: `${toSingular(name)}_id`,
    required: true,
    schema: { type: "integer", "x-field": { reference: name } },
  } as const;
  return [owner, ...fields];
}

/** Whether the referenced records belong to a reseller. */
function isScoped({ schema }: FieldDraft, { model }: Project): boolean {
  const target = model.resources.find(({ name }) => name === schema["x-field"]?.reference);
  return target?.x.scope !== undefined;
}

function routeFor(requested: string | undefined, name: string, project: Project): string {
  const route = requested || (pageOf(name, project)?.path ?? `/${toSingular(name)}`);
  if (!/^\/[a-z][a-z0-9/_-]*$/.test(route))
    refuse(`the route "${route}" is not allowed`, "begin with /, in lower case: /ncos");
  const owner = project.model.resources.find(({ x }) => x.route === route);
  if (owner) refuse(`the route ${route} belongs to ${owner.name}`, `choose another one: --route /${name}`);
  return route;
}

function menuFor(requested: string | undefined, name: string, project: Project): NonNullable<PageKeyword["menu"]> {
  const own = pageOf(name, project)?.menu;
  if (own && (!requested || requested === own.group)) return own;
  const group =
    menuGroups.find((one) => one === (requested || "features")) ??
    refuse(`the menu has no group "${requested}"`, `write one of: ${menuGroups.join(", ")}`);
  const taken = [...project.model.resources.map(({ x }) => x.menu), ...project.pages.map(({ menu }) => menu)];
  const orders = taken.flatMap((menu) => (menu?.group === group && menu.order < LAST_ORDER ? [menu.order] : []));
  return { group, order: Math.max(0, ...orders) + 10 };
}
