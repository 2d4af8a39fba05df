import type { FieldModel, ResourceModel } from "./model.ts";

/** Records that go with one that ends: those of `resource` whose field `by` holds its id. */
export interface Erased {
  readonly resource: string;
  readonly by: string;
}

/**
 * What a record takes along when it gets its last status (`status.erases`): whatever would go with it if it were
 * deleted, unless it has a status of its own, which it gets instead. Who needs another one of them goes before it.
 */
export function erasedBy({ name, x }: ResourceModel, resources: readonly ResourceModel[]): Erased[] {
  if (!x.status?.erases) return [];
  const going = resources.flatMap((other) => {
    // Settings have no row of their own that would refer to anything, and go with their owner anyway.
    if (other.x.status || other.x.settingsOf || other.x.storage === "computed") return [];
    const field = other.fields.find((candidate) => candidate.kind === "reference" && goesWith(candidate, name));
    return field ? [{ other, by: field.name }] : [];
  });
  const order = inOrderOfNeed(going.map(({ other }) => other));
  return order.map(({ name: resource }) => ({
    resource,
    by: going.find(({ other }) => other.name === resource)?.by ?? "",
  }));
}

function goesWith({ reference }: FieldModel, name: string): boolean {
  return reference?.resource === name && reference.onDelete === "cascade";
}

/** Each after all that hold on to it; those that hold on to one another stay as they are. */
function inOrderOfNeed(resources: readonly ResourceModel[]): ResourceModel[] {
  const ordered: ResourceModel[] = [];
  const visit = (resource: ResourceModel, above: readonly ResourceModel[]) => {
    if (ordered.includes(resource) || above.includes(resource)) return;
    for (const other of resources) if (holdsOn(other, resource)) visit(other, [...above, resource]);
    if (!ordered.includes(resource)) ordered.push(resource);
  };
  for (const resource of resources) visit(resource, []);
  return ordered;
}

function holdsOn(one: ResourceModel, other: ResourceModel): boolean {
  const fields = one.fields.flatMap((field) => [field, ...(field.fields ?? [])]);
  return fields.some(
    ({ reference }) =>
      reference?.resource === other.name && reference.onDelete !== "cascade" && reference.onDelete !== "clear",
  );
}
