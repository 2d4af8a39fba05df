import type { FieldDescriptor, ResourceDescriptor } from "../../src/core/descriptor.ts";

/**
 * Few resources that together have everything that any resource has: kinds of fields and what is said of them,
 * operations, filters, orders, ways to store. What generic code does with one of them it does with the others, so
 * that what takes seconds a resource need not be tried on all.
 */
export function covering(descriptors: readonly ResourceDescriptor[]): ResourceDescriptor[] {
  const missing = new Set(descriptors.flatMap(traitsOf));
  const chosen: ResourceDescriptor[] = [];
  for (const descriptor of descriptors) {
    const news = traitsOf(descriptor).filter((trait) => missing.has(trait));
    if (news.length === 0) continue;
    chosen.push(descriptor);
    for (const trait of news) missing.delete(trait);
  }
  return chosen;
}

/** What generic code goes by: every word that a descriptor says something with, and what it says where that is one of a few. */
function traitsOf({ fields, operations, filters, ...rest }: ResourceDescriptor): string[] {
  const words = Object.entries(rest).filter(([, value]) => !isNothing(value));
  return [
    ...words.map(([word]) => `resource ${word}`),
    `operations ${operations.join(" ")}`,
    ...filters.map(({ match }) => `filter ${match}`),
    ...fields.flatMap((field) => traitsOfField(field, "field")),
  ];
}

function traitsOfField(field: FieldDescriptor, place: string): string[] {
  const words = Object.entries(field).filter(([word, value]) => word !== "fields" && !isNothing(value));
  return [
    `${place} ${field.kind} ${field.format ?? ""}`,
    ...words.map(([word]) => `${place} ${word}`),
    ...(field.fields ?? []).flatMap((inner) => traitsOfField(inner, `${place} part`)),
  ];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
