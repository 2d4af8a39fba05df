import { referencesTo } from "../composite.ts";
import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { FieldModel, ResourceModel } from "../model.ts";
import { isAction } from "../normalize.ts";
import type { Resources } from "./paths.ts";

/** `x-resource.composite` and `x-resource.nextSteps`: what is made together with a record, and what follows its creation. */
export function checkComposite(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const [name, part] of Object.entries(resource.x.composite ?? {})) {
    const pathTo = (...path: Path) => ["x-resource", "composite", name, ...path];
    const ownField = resource.fields.find((field) => field.name === name);
    const referenced = ownField && isSettableReference(ownField) ? ownField.reference?.resource : undefined;
    const target = resources.get(referenced ?? (ownField ? "" : name));
    if (!target) {
      const allowed = [...resource.fields.filter(isSettableReference).map((field) => field.name), ...resources.keys()];
      expectOneOf(report, pathTo(), name, allowed, `a reference of ${resource.name}, or a resource with a schema`);
      continue;
    }
    if (referenced === undefined) checkPartReference(resource, target, part.reference, pathTo("reference"), report);
    for (const keyword of ["reference", "maxItems"] as const)
      if (referenced !== undefined && part[keyword] !== undefined)
        report(
          pathTo(keyword),
          `"${keyword}" does not apply to ${name}, which is created before the record`,
          "it for records created after it",
        );
    checkPartFields(
      target,
      part.fields,
      pathTo,
      report,
      referenced === undefined ? (part.reference ?? firstReferenceName(resource, target)) : undefined,
    );
  }
  checkNextSteps(resource, resources, report);
}

/** A reference that a form sets. */
function isSettableReference({ kind, reference, readOnly, internal }: FieldModel): boolean {
  return kind === "reference" && reference !== undefined && !readOnly && !internal;
}

function firstReferenceName(resource: ResourceModel, target: ResourceModel): string | undefined {
  return referencesTo(resource, target)[0]?.name;
}

function checkPartReference(
  resource: ResourceModel,
  target: ResourceModel,
  reference: string | undefined,
  path: Path,
  report: Report,
) {
  const references = referencesTo(resource, target).map((field) => field.name);
  if (references.length === 0)
    report(path.slice(0, -1), `${target.name} has no reference to ${resource.name}`, "a resource with one");
  else if (reference !== undefined)
    expectOneOf(report, path, reference, references, `a reference from ${target.name} to ${resource.name}`);
  else if (references.length > 1)
    report(
      path.slice(0, -1),
      `${target.name} has several references to ${resource.name}`,
      `"reference" with one of ${references.join(", ")}`,
    );
}

/** The form must be able to make the record: with all that it requires, and nothing that a part cannot hold. */
function checkPartFields(
  target: ResourceModel,
  fields: readonly string[],
  pathTo: (...path: Path) => Path,
  report: Report,
  reference: string | undefined,
): void {
  if (!target.operations.includes("create") || isAction(target))
    report(pathTo(), `${target.name} has no records that can be created`, "a resource with the operation create");
  const allowed = target.fields
    .filter((field) => field.name !== reference && isInForm(field))
    .map((field) => field.name);
  expectAll(report, pathTo("fields"), fields, allowed, `a field of ${target.name} that its form asks for`);
  const missing = target.fields.find(
    ({ name, required, schema }) =>
      required && schema.default === undefined && name !== reference && !fields.includes(name),
  );
  if (missing)
    report(pathTo("fields"), `"fields" lacks the required ${missing.name} of ${target.name}`, `it among "fields"`);
}

/** Files are sent in another way. */
function isInForm({ readOnly, internal, apiOnly, file }: FieldModel): boolean {
  return !readOnly && !internal && !apiOnly && !file;
}

function checkNextSteps({ name, x, tabs, operations }: ResourceModel, resources: Resources, report: Report): void {
  if (x.nextSteps && !operations.includes("create"))
    report(
      ["x-resource", "nextSteps"],
      '"nextSteps" requires the operation "create"',
      '"create" in x-resource.operations',
    );
  const lists = tabs.flatMap(({ path, target }) =>
    target?.kind === "list" && resources.get(target.resource)?.operations.includes("create") ? [path] : [],
  );
  const allowed = [...lists, ...(x.preferences ? ["preferences"] : [])];
  const what = `a tab of ${name} with a list of records to create`;
  expectAll(report, ["x-resource", "nextSteps"], x.nextSteps, allowed, what, `${name} has no such tab`);
}
