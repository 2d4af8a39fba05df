import { findNearest, notOneOf, type Path, type Report } from "../diagnostics.ts";
import { type FieldModel, fieldAt, type ResourceModel } from "../model.ts";

export type Resources = ReadonlyMap<string, ResourceModel>;

/** The field at a path; reports a path without one. */
export function expectPath(
  path: string,
  resource: ResourceModel,
  resources: Resources,
  keywordPath: Path,
  report: Report,
): FieldModel | undefined {
  const field = fieldAt(resources, resource.name, path);
  if (!field)
    report(keywordPath, ...notOneOf(path, fieldPaths(resource, resources, path), `a field of ${resource.name}`));
  return field;
}

/** Valid alternatives to a path: fields of the resource, or of what the given path refers to. */
export function fieldPaths({ name, fields }: ResourceModel, resources: Resources, path: string): string[] {
  const [first = "", ...segments] = path.split(".");
  const names = fields.map((field) => field.name);
  if (segments.length === 0) return names;
  const start = names.includes(first) ? first : findNearest(first, names);
  if (start === undefined) return names;
  const field = fieldAt(resources, name, start);
  const target = resources.get(field?.reference?.resource ?? "");
  const further = target
    ? fieldPaths(target, resources, segments.join("."))
    : (field?.fields ?? []).map((nested) => nested.name);
  return further.length > 0 ? further.map((suffix) => `${start}.${suffix}`) : names;
}
