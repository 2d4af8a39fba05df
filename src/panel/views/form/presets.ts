import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { detailsTabs } from "../../../generated/details.gen.ts";
import { pathTo } from "../../paths.ts";

type Described = Pick<ResourceDescriptor, "name" | "fields" | "parent">;

/** Values of a new record that are given by where it is created: nobody is asked for them. */
export function presetsOf(
  descriptor: Described,
  preset: WireRecord = {},
  parentId?: string,
  search: URLSearchParams = new URLSearchParams(),
): WireRecord {
  const { name, fields, parent } = descriptor;
  const given = { ...preset, ...fromQuery(fields, search) };
  if (!parent || parentId === undefined) return given;
  if (!fields.some((field) => field.name === parent.by)) throw new Error(`${name} has no field ${parent.by}`);
  return { ...given, [parent.by]: toId(parentId) };
}

/** `?reseller_id=4` for those of the values that a form of this resource can be given; empty when there are none. */
export function presetQuery(
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, string | number | boolean>>,
): string {
  const known = Object.entries(values).filter(([name]) =>
    fields.some((field) => field.name === name && isGiven(field)),
  );
  return known.length > 0 ? `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}` : "";
}

/** The tab of the record that a new one was created for; null when it was created for none. */
export function presetHome({ name, fields }: Described, search: URLSearchParams): string | null {
  for (const { name: by, reference } of fields) {
    const id = search.get(by);
    if (id === null || !reference) continue;
    const tab = detailsTabs[reference.resource]?.find(
      ({ content }) => content.kind === "list" && content.resource === name && content.by === by,
    );
    if (tab) return pathTo(reference.resource, "details", { id, tab: tab.path });
  }
  return null;
}

function fromQuery(fields: readonly FieldDescriptor[], search: URLSearchParams): WireRecord {
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const text = search.get(field.name);
      if (text === null || !isGiven(field)) return [];
      return [[field.name, field.kind === "boolean" ? text === "true" : toId(text)]];
    }),
  );
}

/** Whom a record belongs to, and switches: what a list below another record is filtered by. */
function isGiven({ kind, readOnly, internal }: FieldDescriptor): boolean {
  return (kind === "reference" || kind === "boolean") && !readOnly && !internal;
}

function toId(text: string): Json {
  return /^\d+$/.test(text) ? Number(text) : text;
}
