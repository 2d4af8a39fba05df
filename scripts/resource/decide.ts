import { closest } from "fastest-levenshtein";
import { CLOCK_FORMATS } from "../../codegen/kind.ts";
import type { ResourceModel } from "../../codegen/model.ts";
import type { PageKeyword, PropertySchema } from "../../codegen/schemaTypes.ts";
import { humanize } from "../../src/core/schema/humanize.ts";
import { menuGroups } from "../../src/core/schema/menuGroups.ts";
import type { ResourceDraft } from "./draft.ts";
import { type FieldDraft, MONEY_UNITS, parseFields } from "./fieldSpec.ts";
import { type Project, resourceNames } from "./project.ts";
import { refuse } from "./refusedInput.ts";
import { toSingular } from "./words.ts";

/** Options of the command; all are optional. */
export interface DraftOptions {
  readonly title?: string;
  readonly fields?: string;
  readonly parent?: string;
  readonly route?: string;
  readonly menu?: string;
}

const LAST_ORDER = 900;

/** Fills in missing options from what is known about the name. Rejects contradictory ones. */
export function draftResource(name: string, options: DraftOptions, project: Project): ResourceDraft {
  const fields = parseFields(options.fields || "name:string(127)!", {
    resources: [...resourceNames(project), name],
    formats: project.formats,
  });
  return draftFromFields({ name, options, drafts: fields }, project);
}

/** The draft of a resource with these fields. */
export function draftFromFields(
  {
    name,
    options,
    drafts,
  }: { readonly name: string; readonly options: DraftOptions; readonly drafts: readonly FieldDraft[] },
  project: Project,
): ResourceDraft {
  const title = options.title || titleFor(name, project);
  if (!/^[A-Za-z]/.test(title)) refuse(`the title "${title}" is not allowed`, "begin with a letter: NCOS level");
  const parent = options.parent ? findResource(options.parent, project) : undefined;
  const fields = withCurrency(parent ? withOwner(drafts, parent) : drafts).map((field) => ({
    ...field,
    schema: withClock(field.schema),
  }));
  const parentField = parent && fields.find(({ schema }) => schema["x-field"]?.reference === parent.name)?.name;
  const scopedBy = parentField ?? fields.find((field) => field.required && isScoped(field, project))?.name;
  const legacy = project.model.roles.data.legacyResources[name];
  const page = legacyPageOf(name, project);
  const isOfResellers =
    scopedBy !== undefined && (parent ? parent.x.scope !== undefined || parent.name === "resellers" : true);
  const hasReseller = fields.some(({ schema }) => schema["x-field"]?.reference === "resellers");
  return {
    name,
    title,
    route: routeFor(options.route, name, project),
    icon: page?.icon ?? "list",
    ...(parent && parentField
      ? { parent: { resource: parent.name, reference: parentField, path: name } }
      : { menu: menuFor(options.menu, name, project) }),
    access:
      legacy?.access ?? (hasReseller || isOfResellers ? { superuser: "all", reseller: "all" } : { superuser: "all" }),
    requires: legacy?.accessFlags,
    needs: legacy?.needs,
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
  const page = legacyPageOf(name, project)?.name;
  const snakeCase = page?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? name;
  return humanize(toSingular(snakeCase));
}

function legacyPageOf(name: string, { pages }: Project): Project["pages"][number] | undefined {
  return pages.find(({ guard, path }) => guard?.resource === name && !path.includes("{"));
}

function findResource(name: string, project: Project): ResourceModel {
  const names = resourceNames(project);
  const match = project.model.resources.find((resource) => resource.name === name);
  return match ?? refuse(`no schema describes "${name}"`, `Did you mean "${closest(name, names)}"?`);
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

/** The fields, with a currency if one of them is money. */
function withCurrency(fields: readonly FieldDraft[]): readonly FieldDraft[] {
  const isMoney = ({ schema }: FieldDraft) => MONEY_UNITS.includes(schema["x-field"]?.unit ?? "");
  if (!fields.some(isMoney) || fields.some(({ name }) => name === "currency")) return fields;
  return [...fields, { name: "currency", required: false, schema: { type: "string", maxLength: 31 } }];
}

/** Whether the referenced records belong to a reseller. */
function isScoped({ schema }: FieldDraft, { model }: Project): boolean {
  const target = model.resources.find(({ name }) => name === schema["x-field"]?.reference);
  return target?.x.scope !== undefined;
}

function routeFor(requested: string | undefined, name: string, project: Project): string {
  const route = requested || (legacyPageOf(name, project)?.path ?? `/${toSingular(name)}`);
  if (!/^\/[a-z][a-z0-9/_-]*$/.test(route))
    refuse(`the route "${route}" is not allowed`, "begin with /, in lower case: /ncos");
  const owner = project.model.resources.find(({ x }) => x.route === route);
  if (owner) refuse(`the route ${route} belongs to ${owner.name}`, `choose another one: --route /${name}`);
  return route;
}

function menuFor(requested: string | undefined, name: string, project: Project): NonNullable<PageKeyword["menu"]> {
  const pageMenu = legacyPageOf(name, project)?.menu;
  if (pageMenu && (!requested || requested === pageMenu.group)) return pageMenu;
  const group =
    menuGroups.find((menuGroup) => menuGroup === (requested || "features")) ??
    refuse(`the menu has no group "${requested}"`, `write one of: ${menuGroups.join(", ")}`);
  const menus = [...project.model.resources.map(({ x }) => x.menu), ...project.pages.map(({ menu }) => menu)];
  const orders = menus.flatMap((menu) => (menu?.group === group && menu.order < LAST_ORDER ? [menu.order] : []));
  return { group, order: Math.max(0, ...orders) + 10 };
}
