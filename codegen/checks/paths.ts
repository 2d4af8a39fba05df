import { nearestTo, notOneOf, type Path, type Report } from "../diagnostics.ts";
import { type FieldModel, fieldAt, type ResourceModel } from "../model.ts";

export type Resources = ReadonlyMap<string, ResourceModel>;

/** The field at a path; reports a path without one. */
export function expectPath(
  path: string,
  resource: ResourceModel,
  resources: Resources,
  at: Path,
  report: Report,
): FieldModel | undefined {
  const field = fieldAt(resources, resource.name, path);
  if (!field) report(at, ...notOneOf(path, fieldPaths(resource, resources, path), `a field of ${resource.name}`));
  return field;
}

/** Valid alternatives to a path: fields of the resource, or of what the given path refers to. */
export function fieldPaths({ name, fields }: ResourceModel, resources: Resources, path: string): string[] {
  const [head = "", ...rest] = path.split(".");
  const own = fields.map((field) => field.name);
  if (rest.length === 0) return own;
  const start = own.includes(head) ? head : nearestTo(head, own);
  if (start === undefined) return own;
  const field = fieldAt(resources, name, start);
  const target = resources.get(field?.reference?.resource ?? "");
  const behind = target ? fieldPaths(target, resources, rest.join(".")) : (field?.fields ?? []).map((one) => one.name);
  return behind.length > 0 ? behind.map((one) => `${start}.${one}`) : own;
}
