import type {
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  TabContent,
  WireRecord,
} from "../../../core/schema/descriptor.ts";

type PresetDescriptor = Pick<ResourceDescriptor, "name" | "fields" | "filters" | "parent">;
type PresetValues = Readonly<Record<string, string | number | boolean>>;

/** Values of a new record determined by where it is created: the form does not ask for them. */
export function presetsOf(
  descriptor: PresetDescriptor,
  preset: WireRecord = {},
  parentId?: string,
  search: URLSearchParams = new URLSearchParams(),
): WireRecord {
  const { name, fields, parent } = descriptor;
  const values = { ...preset, ...fromQuery(fields, search) };
  if (!parent || parentId === undefined) return values;
  if (!fields.some((field) => field.name === parent.reference))
    throw new Error(`${name} has no field ${parent.reference}`);
  return { ...values, [parent.reference]: toId(parentId) };
}

/**
 * The query, such as `?reseller_id=4`, with those values that a form of this resource presets or narrows its choices
 * by; empty when there are none.
 */
export function presetQuery(
  descriptor: Pick<PresetDescriptor, "fields" | "filters">,
  values: Readonly<Record<string, Json>>,
): string {
  const { fields } = descriptor;
  const presets = Object.entries(values).filter(
    ([name]) =>
      fields.some((field) => field.name === name && canBePreset(field)) ||
      findReferencePath(fields, filterSourceOf(descriptor, name)),
  );
  return presets.length > 0 ? `?${new URLSearchParams(presets.map(([name, value]) => [name, String(value)]))}` : "";
}

/**
 * The parameter that tells a form the record of `owner` whose tab it was opened from: the field that references it, or
 * the filter that finds children through another record; undefined where the form knows neither.
 */
export function parentParameter(
  descriptor: Pick<PresetDescriptor, "fields" | "filters">,
  owner: string,
  { target, source: valueField }: Extract<TabContent, { kind: "list" }>,
): string | undefined {
  const { fields } = descriptor;
  const source = filterSourceOf(descriptor, target);
  if (fields.some((field) => field.name === source && canBePreset(field))) return source;
  const [via] = findReferencePath(fields, source) ?? [];
  if (via?.reference?.resource === owner) return via.name;
  return via && valueField === "id" ? target : undefined;
}

/**
 * Filters on choices, by field, for which the URL has values: in a customer's form `?reseller_id=4` leaves that
 * reseller's contacts.
 */
export function choiceFiltersOf(
  descriptor: Pick<PresetDescriptor, "fields" | "filters">,
  search: URLSearchParams,
): ReadonlyMap<string, PresetValues> {
  const narrowing = new Map<string, PresetValues>();
  for (const { name } of descriptor.filters) {
    const text = search.get(name);
    const [field, path] = findReferencePath(descriptor.fields, filterSourceOf(descriptor, name)) ?? [];
    if (text === null || !field || path === undefined || search.has(field.name)) continue;
    narrowing.set(field.name, { ...narrowing.get(field.name), [path]: toId(text) });
  }
  return narrowing;
}

/** A field whose value is derived from a given record, which is among the field's choices only for this value. */
interface ImpliedField {
  readonly field: FieldDescriptor;
  readonly resource: string;
  readonly id: string | number;
  /** Filter of the given record's resource that takes the value. */
  readonly filter: string;
}

/** A sound set's reseller is its customer's: customers are chosen among those of one reseller. */
export function impliedFields({ fields }: Pick<PresetDescriptor, "fields">, presets: WireRecord): ImpliedField[] {
  return fields.flatMap(({ name, reference }) => {
    const [id] = [presets[name]].flat();
    if (!reference || (typeof id !== "number" && typeof id !== "string")) return [];
    return Object.entries(reference.filter ?? {}).flatMap(([filter, value]) => {
      const field = fields.find((candidate) => value === `$${candidate.name}`);
      return field && canBePreset(field) && !(field.name in presets)
        ? [{ field, resource: reference.resource, id, filter }]
        : [];
    });
  });
}

/** Returns the path in a record's wire format that one of its filters compares. */
export function filterSourceOf(
  { fields, filters }: Pick<PresetDescriptor, "fields" | "filters">,
  filter: string,
): string {
  const source = filters.find(({ name }) => name === filter)?.source ?? filter;
  const field = fields.find(({ name }) => name === source);
  return (field?.internal ? field.derive : undefined) ?? source;
}

function fromQuery(fields: readonly FieldDescriptor[], search: URLSearchParams): WireRecord {
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const text = search.get(field.name);
      if (text === null || !canBePreset(field)) return [];
      if (field.kind === "references") return [[field.name, [toId(text)]]];
      return [[field.name, field.kind === "boolean" ? text === "true" : toId(text)]];
    }),
  );
}

/** Owners and booleans: the filters of child lists. */
function canBePreset({ kind, readOnly, internal }: FieldDescriptor): boolean {
  return ["reference", "references", "boolean"].includes(kind) && !readOnly && !internal;
}

/** The field that a path goes through, and the rest: `contact_id` and `reseller_id` for `contact_id.reseller_id`. */
function findReferencePath(
  fields: readonly FieldDescriptor[],
  path: string,
): [via: FieldDescriptor, rest: string] | undefined {
  const [name, member, ...more] = path.split(".");
  const via = fields.find((field) => field.name === name);
  return via?.reference && canBePreset(via) && member !== undefined && more.length === 0 ? [via, member] : undefined;
}

function toId(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}
