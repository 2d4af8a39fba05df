import type { AccessFlagsModel, FieldModel, Grants, Model, ResourceModel } from "../../../codegen/model.ts";
import {
  fieldRights,
  grantsOf,
  pageRights,
  type RoleView,
  resourceRights,
  rightsByFlag,
  roleViews,
} from "../../../codegen/roleRights.ts";
import type { NeedsKeyword, RolesFile } from "../../../codegen/schemaTypes.ts";
import { conditionText } from "../../../src/core/rulebook/describe.ts";
import type { Condition } from "../../../src/core/schema/descriptor.ts";
import { plainWords } from "./ruleLines.ts";

const RIGHTS: Readonly<Record<string, string>> = {
  read: "read",
  lookup: "look up",
  create: "create",
  update: "update",
  delete: "delete",
};

/** Rights of each role on a resource, and on those of its fields that have rights of their own. */
export function resourceRightLines(resource: ResourceModel, { roles: { data } }: Pick<Model, "roles">): string[] {
  const { name, scope, x, accessFlags, fields } = resource;
  const views = fullViews(data);
  const capable = views.filter((role) => Object.keys(resourceRights(resource, role)).length > 0);
  const fieldLines = (field: FieldModel) => [
    ...capable.map((role) => `${name}/${field.name}: ${role.name} ${grantsText(fieldRights(resource, field, role))}`),
    ...accessFlagsLines(`${name}/${field.name}`, field.accessFlags),
  ];
  return [
    ...capable.map((role) => `${name}: ${role.name} ${grantsText(resourceRights(resource, role))}`),
    ...(scope ? [`${name}: rows of the own reseller`] : []),
    ...(x.visibilityNote ? [`${name}: rows-limit ${x.visibilityNote}`] : []),
    ...needsLines(name, x.needs),
    ...accessFlagsLines(name, accessFlags),
    ...fields.filter((field) => field.access ?? field.accessFlags).flatMap(fieldLines),
  ];
}

/** Derivation of roles, and their rights on pages and on resources without a schema. */
export function roleRightLines({ roles: { data, legacyResources } }: Pick<Model, "roles">): string[] {
  const views = fullViews(data);
  const { roles, derivation, flags, manages, pages, rights } = data;
  return [
    ...roles.map(({ name, inherits, readOnlyVariant }) =>
      [
        `roles: ${name}`,
        inherits ? `inherits ${inherits},` : "",
        `read-only variant: ${readOnlyVariant ? "yes" : "no"}`,
      ]
        .filter(Boolean)
        .join(" "),
    ),
    ...derivation.map(
      ({ when, role }, index) =>
        `roles/derivation: ${index + 1} ${role} when ${conditionText(when as Condition, plainWords)}`,
    ),
    ...Object.entries(flags).map(([name, flagNames]) => `roles/flags: ${name} ${flagNames.join(", ")}`.trim()),
    ...Object.entries(manages).map(([name, managedRoles]) =>
      `roles/manages: ${name} ${managedRoles.join(", ")}`.trim(),
    ),
    ...Object.keys(pages).flatMap((page) => grantLines(page, views, (role) => pageRights(rights, page, role))),
    ...Object.entries(legacyResources).flatMap(([name, { access, needs, accessFlags }]) => [
      ...grantLines(name, views, (role) => grantsOf(access, role) ?? {}),
      ...needsLines(name, needs),
      ...accessFlagsLines(name, accessFlags),
    ]),
  ];
}

/** Read-only variants may read what their role reads: there is nothing to approve. */
function fullViews(data: RolesFile): RoleView[] {
  return roleViews(data).filter(({ isReadOnly }) => !isReadOnly);
}

function grantLines(name: string, views: readonly RoleView[], grantsTo: (role: RoleView) => Grants): string[] {
  return views.flatMap((role) => {
    const grants = grantsTo(role);
    return Object.keys(grants).length === 0 ? [] : [`${name}: ${role.name} ${grantsText(grants)}`];
  });
}

/** `may read, update own`; reading includes looking up. */
function grantsText(grants: Grants): string {
  const rights = Object.entries(RIGHTS).flatMap(([right, text]) => {
    const grant = grants[right];
    if (!grant || (right === "lookup" && grants.read)) return [];
    return [grant === true ? text : `${text} ${grant}`];
  });
  return rights.length === 0 ? "may do nothing" : `may ${rights.join(", ")}`;
}

function needsLines(name: string, needs: NeedsKeyword | undefined): string[] {
  return Object.entries(needs ?? {}).map(([what, value]) => `${name}: needs-${what} ${value}`);
}

function accessFlagsLines(name: string, requires: AccessFlagsModel | undefined): string[] {
  return [...rightsByFlag(requires ?? {})].map(
    ([flag, rights]) => `${name}: requires-${flag} to ${rights.map((right) => RIGHTS[right] ?? right).join(", ")}`,
  );
}
