import { referencesTo } from "../composite.ts";
import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { FieldModel, ResourceModel } from "../model.ts";
import type { Resources } from "./paths.ts";

/** `x-resource.composite` and `x-resource.nextSteps`: what is made together with a record, and what follows its creation. */
export function checkComposite(resource: ResourceModel, resources: Resources, report: Report): void {
  for (const [name, part] of Object.entries(resource.x.composite ?? {})) {
    const at = (...path: Path) => ["x-resource", "composite", name, ...path];
    const own = resource.fields.find((field) => field.name === name);
    const before = own && isGiven(own) ? own.reference?.resource : undefined;
    const target = resources.get(before ?? (own ? "" : name));
    if (!target) {
      const known = [...resource.fields.filter(isGiven).map((field) => field.name), ...resources.keys()];
      expectOneOf(report, at(), name, known, `a reference of ${resource.name}, or a resource with a schema`);
      continue;
    }
    if (before === undefined) checkLink(resource, target, part.reference, at("reference"), report);
    for (const keyword of ["reference", "maxItems"] as const)
      if (before !== undefined && part[keyword] !== undefined)
        report(
          at(keyword),
          `"${keyword}" does not apply to ${name}, which is created before the record`,
          "it for records created after it",
        );
    checkTarget(
      target,
      part.fields,
      at,
      report,
      before === undefined ? (part.reference ?? linkOf(resource, target)) : undefined,
    );
  }
  checkNext(resource, resources, report);
}

/** A reference that a form sets. */
function isGiven({ kind, reference, readOnly, internal }: FieldModel): boolean {
  return kind === "reference" && reference !== undefined && !readOnly && !internal;
}

function linkOf(resource: ResourceModel, target: ResourceModel): string | undefined {
  return referencesTo(resource, target)[0]?.name;
}

function checkLink(resource: ResourceModel, target: ResourceModel, by: string | undefined, at: Path, report: Report) {
  const known = referencesTo(resource, target).map((field) => field.name);
  if (known.length === 0)
    report(at.slice(0, -1), `${target.name} has no reference to ${resource.name}`, "a resource with one");
  else if (by !== undefined) expectOneOf(report, at, by, known, `a reference from ${target.name} to ${resource.name}`);
  else if (known.length > 1)
    report(
      at.slice(0, -1),
      `${target.name} has several references to ${resource.name}`,
      `"reference" with one of ${known.join(", ")}`,
    );
}

/** The form must be able to make the record: with all that it requires, and nothing that a part cannot hold. */
function checkTarget(
  target: ResourceModel,
  fields: readonly string[],
  at: (...path: Path) => Path,
  report: Report,
  by: string | undefined,
): void {
  if (!target.operations.includes("create") || target.x.api?.actionOnly)
    report(at(), `${target.name} has no records that can be created`, "a resource with the operation create");
  const fit = target.fields.filter((field) => field.name !== by && isAsked(field)).map((field) => field.name);
  expectAll(report, at("fields"), fields, fit, `a field of ${target.name} that its form asks for`);
  const missing = target.fields.find(
    ({ name, required, schema }) => required && schema.default === undefined && name !== by && !fields.includes(name),
  );
  if (missing)
    report(at("fields"), `"fields" lacks the required ${missing.name} of ${target.name}`, `it among "fields"`);
}

/** Files are sent in another way. */
function isAsked({ readOnly, internal, apiOnly, file }: FieldModel): boolean {
  return !readOnly && !internal && !apiOnly && !file;
}

function checkNext({ name, x, tabs, operations }: ResourceModel, resources: Resources, report: Report): void {
  if (x.nextSteps && !operations.includes("create"))
    report(
      ["x-resource", "nextSteps"],
      '"nextSteps" requires the operation "create"',
      '"create" in x-resource.operations',
    );
  const lists = tabs.flatMap(({ path, target }) =>
    target?.kind === "list" && resources.get(target.resource)?.operations.includes("create") ? [path] : [],
  );
  const known = [...lists, ...(x.preferences ? ["preferences"] : [])];
  const what = `a tab of ${name} with a list of records to create`;
  expectAll(report, ["x-resource", "nextSteps"], x.nextSteps, known, what, `${name} has no such tab`);
}
