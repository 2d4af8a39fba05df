import { type Diagnostic, diagnosticsIn } from "../diagnostics.ts";
import type { Model } from "../model.ts";
import { checkPreferences } from "../preferences.ts";
import { checkHooks } from "../requiredHooks.ts";
import { checkActions } from "./actions.ts";
import { checkAddresses, checkAncestors, checkRoutes } from "./addresses.ts";
import { checkComposite } from "./composite.ts";
import { checkCycles } from "./conditions.ts";
import { checkCsv } from "./csv.ts";
import { checkDemonstration } from "./demonstration.ts";
import { checkField, checkRequired } from "./fields.ts";
import { checkLinks } from "./links.ts";
import { checkPages } from "./pages.ts";
import { checkRelations, checkStates, checkTenantAccess } from "./relations.ts";
import { checkRoles } from "./roles.ts";
import { checkScreens } from "./screens.ts";
import { checkSettings } from "./settings.ts";
import { checkPartitions, checkStorage } from "./storage.ts";
import { checkTabs } from "./tabs.ts";
import { checkTexts } from "./texts.ts";
import { checkTransitions } from "./transitions.ts";
import { checkVariants } from "./variants.ts";

/** Checks what the meta-schema cannot: names must resolve, and fields must be storable and displayable. */
export function checkModel(model: Model): Diagnostic[] {
  const { resources, formats } = model;
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const roles = model.roles.data.roles.map(({ name }) => name);
  const ancestors = checkAncestors(resources);
  const schemaDiagnostics = [
    ...resources.flatMap((resource) => [
      ...resource.fields.flatMap((field) => checkField(field, { resource, resources: byName, formats })),
      ...diagnosticsIn(resource.source, (report) => {
        if (!resource.source.file.endsWith(`/${resource.name}.schema.json`)) {
          report(["$id"], `"${resource.name}" does not match the name of the file`, `${resource.name}.schema.json`);
        }
        checkRequired(resource, report);
        checkVariants(resource, report);
        checkScreens(resource, byName, report);
        checkRelations(resource, byName, report);
        checkStates(resource, report);
        checkTenantAccess(resource, model.roles, report);
        checkCycles(resource, report);
        checkActions(resource, byName, report);
        checkTransitions(resource, byName, roles, report);
        checkStorage(resource, report);
        checkPartitions(resource, byName, report);
        checkCsv(resource, byName, report);
        checkComposite(resource, byName, report);
        checkLinks(resource, byName, report);
      }),
    ]),
    ...checkAddresses(resources),
    ...checkSettings(model),
    ...checkTabs(model),
    ...checkRoles(model),
    ...checkHooks(model),
    ...checkTexts(model),
    ...checkPreferences(model),
    ...ancestors,
    ...(ancestors.length > 0 ? [] : [...checkRoutes(resources), ...checkPages(model)]),
  ];
  const invalidFiles = new Set(schemaDiagnostics.map(({ file }) => file));
  return [...schemaDiagnostics, ...checkDemonstration(model, invalidFiles)];
}
