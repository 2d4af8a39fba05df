import { closest } from "fastest-levenshtein";
import type { ResourceModel } from "../../codegen/model.ts";
import type { ResourceDraft } from "./draft.ts";
import { type FieldDraft, parseFields } from "./fieldSpec.ts";
import { namesOf, type Project } from "./project.ts";
import { refuse } from "./refusedInput.ts";
import { toLabel, toSingular } from "./words.ts";

/** What was asked for; all of it may be left out. */
export interface Wishes {
  readonly title?: string;
  readonly fields?: string;
  readonly parent?: string;
  readonly route?: string;
  readonly menu?: string;
}

const MENUS = ["settings", "tools", "monitoring", "documentation"];
const LAST_ORDER = 900;

/** Fills in what was not asked for, from what is known of the name. Refuses what does not go together. */
export function decide(name: string, wishes: Wishes, project: Project): ResourceDraft {
  const given = parseFields(wishes.fields || "name:string(127)!", {
    resources: [...namesOf(project), name],
    formats: project.formats,
  });
  return fitIn({ name, wishes, given }, project);
}

/** The same for fields that are known already. */
export function fitIn(
  { name, wishes, given }: { readonly name: string; readonly wishes: Wishes; readonly given: readonly FieldDraft[] },
  project: Project,
): ResourceDraft {
  const title = wishes.title || titleFor(name, project);
  if (!/^[A-Za-z]/.test(title)) refuse(`the title "${title}" is not allowed`, "begin with a letter: NCOS level");
  const parent = wishes.parent ? findResource(wishes.parent, project) : undefined;
  const fields = parent ? withOwner(given, parent) : given;
  const by = parent && fields.find(({ schema }) => schema["x-field"]?.reference === parent.name)?.name;
  const scopedBy = by ?? fields.find((field) => field.required && isScoped(field, project))?.name;
  const pending = project.model.roles.data.pending[name];
  const page = pageOf(name, project);
  const isOfResellers =
    scopedBy !== undefined && (parent ? parent.x.scope !== undefined || parent.name === "resellers" : true);
  const hasReseller = fields.some(({ schema }) => schema["x-field"]?.reference === "resellers");
  return {
    name,
    title,
    route: routeFor(wishes.route, name, project),
    icon: page?.icon ?? "list",
    ...(parent && by
      ? { parent: { resource: parent.name, by, path: name } }
      : { menu: menuFor(wishes.menu, name, project) }),
    access:
      pending?.access ?? (hasReseller || isOfResellers ? { superuser: "all", reseller: "all" } : { superuser: "all" }),
    requires: pending?.requires,
    needs: pending?.needs,
    fields,
    scopedBy: isOfResellers && !hasReseller ? scopedBy : undefined,
    labels: Object.fromEntries(
      project.model.resources.flatMap(({ name: each, x }) => (x.list.search ? [[each, x.list.search]] : [])),
    ),
  };
}

/** "NCOS levels" of a page that is there already, else the name itself. */
export function titleFor(name: string, project: Project): string {
  const page = pageOf(name, project)?.name;
  const words = page?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? name;
  return toLabel(toSingular(words));
}

/** The address of a page that is there already, else one made of the name. */
export function defaultRoute(name: string, project: Project): string {
  return pageOf(name, project)?.path ?? `/${toSingular(name)}`;
}

function pageOf(name: string, { pages }: Project): Project["pages"][number] | undefined {
  return pages.find(({ guard, path }) => guard?.resource === name && !path.includes("{"));
}

function findResource(name: string, project: Project): ResourceModel {
  const known = namesOf(project);
  const found = project.model.resources.find((resource) => resource.name === name);
  return found ?? refuse(`no schema describes "${name}"`, `did you mean "${closest(name, known)}"?`);
}

/** The field that leads to the parent; made where none was named. */
function withOwner(fields: readonly FieldDraft[], { name }: ResourceModel): readonly FieldDraft[] {
  if (fields.some(({ schema }) => schema["x-field"]?.reference === name)) return fields;
  const owner = {
    name: `${toSingular(name)}_id`,
    required: true,
    schema: { type: "integer", "x-field": { reference: name } },
  } as const;
  return [owner, ...fields];
}

/** Whether rows behind the reference are somebody's. */
function isScoped({ schema }: FieldDraft, { model }: Project): boolean {
  const target = model.resources.find(({ name }) => name === schema["x-field"]?.reference);
  return target?.x.scope !== undefined;
}

function routeFor(wished: string | undefined, name: string, project: Project): string {
  const route = wished || defaultRoute(name, project);
  if (!/^\/[a-z][a-z0-9/_-]*$/.test(route))
    refuse(`the route "${route}" is not allowed`, "begin with /, in lower case: /ncos");
  const owner = project.model.resources.find(({ x }) => x.route === route);
  if (owner) refuse(`the route ${route} belongs to ${owner.name}`, `choose another one: --route /${name}`);
  return route;
}

function menuFor(wished: string | undefined, name: string, project: Project): { group: string; order: number } {
  const own = pageOf(name, project)?.menu;
  if (own && (!wished || wished === own.group)) return own;
  const group = wished || "settings";
  if (!MENUS.includes(group)) refuse(`the menu has no group "${group}"`, `write one of: ${MENUS.join(", ")}`);
  const taken = [...project.model.resources.map(({ x }) => x.menu), ...project.pages.map(({ menu }) => menu)];
  const orders = taken.flatMap((menu) => (menu?.group === group && menu.order < LAST_ORDER ? [menu.order] : []));
  return { group, order: Math.max(0, ...orders) + 10 };
}
