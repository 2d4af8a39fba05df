import type { FieldDescriptor, ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { hasTextIds } from "./api.ts";

/**
 * A small set of resources that covers every trait: kinds of fields and their keywords, operations, filters, storage.
 * Generic code treats equal traits alike, so slow tests need not run on every resource.
 */
export function covering(descriptors: readonly ResourceDescriptor[]): ResourceDescriptor[] {
  const traits = new Map(descriptors.map((descriptor) => [descriptor, new Set(traitsOf(descriptor))]));
  const missing = new Set(descriptors.flatMap(traitsOf));
  const addedBy = (descriptor: ResourceDescriptor) =>
    [...(traits.get(descriptor) ?? [])].filter((one) => missing.has(one));
  const chosen: ResourceDescriptor[] = [];
  while (missing.size > 0) {
    // Those with most first: fewer are needed than in any other order.
    const [next] = descriptors.toSorted((a, b) => addedBy(b).length - addedBy(a).length);
    if (!next) break;
    for (const trait of addedBy(next)) missing.delete(trait);
    chosen.push(next);
  }
  return chosen;
}

/** Keeps the first of each shape, here and in later calls. */
export function firstOfEach<One>(shapeOf: (one: One) => string): (ones: readonly One[]) => One[] {
  const seen = new Set<string>();
  return (ones) =>
    ones.filter((one) => {
      const shape = shapeOf(one);
      return !seen.has(shape) && seen.add(shape);
    });
}

/** What generic code for a field depends on, as a text. */
export function shapeOfField(field: FieldDescriptor): string {
  return traitsOfField(field, "").join();
}

/** What generic routes depend on: those that a resource has, and what they work on. */
export function shapeOfRoutes(descriptor: ResourceDescriptor): string {
  const { operations, storage, settingsOf, calendar, reorder, clone, csv, journal, fields } = descriptor;
  const routes = [
    settingsOf,
    calendar,
    reorder,
    clone,
    csv,
    journal,
    hasTextIds(fields),
    fields.some(({ file }) => file),
  ];
  return [...operations, storage, ...routes.map(Boolean)].join();
}

/** What generic code depends on: every keyword in use, and the values of some. */
function traitsOf({ fields, operations, filters, ...rest }: ResourceDescriptor): string[] {
  const words = Object.entries(rest).filter(([, value]) => !isEmpty(value));
  return [
    ...words.map(([word]) => `resource ${word}`),
    `operations ${operations.join(" ")}`,
    ...filters.map(({ match }) => `filter ${match}`),
    ...fields.flatMap((field) => traitsOfField(field, "field")),
  ];
}

function traitsOfField(field: FieldDescriptor, place: string): string[] {
  const words = Object.entries(field).filter(([word, value]) => word !== "fields" && !isEmpty(value));
  return [
    `${place} ${field.kind} ${field.format ?? ""}`,
    ...words.map(([word]) => `${place} ${word}`),
    ...(field.fields ?? []).flatMap((inner) => traitsOfField(inner, `${place} part`)),
  ];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
