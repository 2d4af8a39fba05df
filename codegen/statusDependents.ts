import type { FieldModel, ResourceModel } from "./model.ts";

/**
 * The records deleted when one gets its final status (`status.deletesDependents`): everything that deleting it would delete,
 * except resources with a status of their own, which change their status instead. In the order of deletion: resources come
 * before those they refer to.
 */
export function statusDependentsOf({ name, x }: ResourceModel, resources: readonly ResourceModel[]) {
  if (!x.status?.deletesDependents) return [];
  const dependents = resources.flatMap((other) => {
    // The rows of settings are deleted with their owner.
    if (other.x.status || other.x.settingsOf || other.x.storage) return [];
    const field = other.fields.find((candidate) => candidate.kind === "reference" && cascadesFrom(candidate, name));
    return field ? [{ other, reference: field.name }] : [];
  });
  const order = inDeletionOrder(dependents.map(({ other }) => other));
  return order.map(({ name: resource }) => ({
    resource,
    reference: dependents.find(({ other }) => other.name === resource)?.reference ?? "",
  }));
}

function cascadesFrom({ reference }: FieldModel, name: string): boolean {
  return reference?.resource === name && reference.onDelete === "cascade";
}

/** Each resource after all that refer to it; circular references keep their order. */
function inDeletionOrder(resources: readonly ResourceModel[]): ResourceModel[] {
  const ordered: ResourceModel[] = [];
  const visit = (resource: ResourceModel, above: readonly ResourceModel[]) => {
    if (ordered.includes(resource) || above.includes(resource)) return;
    for (const other of resources) if (blocksDeletionOf(other, resource)) visit(other, [...above, resource]);
    if (!ordered.includes(resource)) ordered.push(resource);
  };
  for (const resource of resources) visit(resource, []);
  return ordered;
}

function blocksDeletionOf(resource: ResourceModel, other: ResourceModel): boolean {
  const fields = resource.fields.flatMap((field) => [field, ...(field.fields ?? [])]);
  return fields.some(
    ({ reference }) =>
      reference?.resource === other.name && reference.onDelete !== "cascade" && reference.onDelete !== "setNull",
  );
}
