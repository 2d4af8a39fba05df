import type { Identifier } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../core/descriptor.ts";
import { type ListParams, type PanelRecord, toBody } from "./rest.ts";

interface CloneParts {
  readonly describe: (resource: string) => Promise<ResourceDescriptor>;
  readonly read: (resource: string, id: Identifier) => Promise<PanelRecord>;
  readonly list: (resource: string, params: ListParams) => Promise<{ data: PanelRecord[]; total: number }>;
  readonly create: (resource: string, data: WireRecord) => Promise<PanelRecord>;
}

/** Copies a record, and then the children listed in its descriptor in their order; these refer to copies, too. */
export async function cloneRecord(
  { describe, read, list, create }: CloneParts,
  resource: string,
  id: Identifier,
  data: WireRecord,
): Promise<PanelRecord> {
  const { clone, children } = await describe(resource);
  if (!clone) throw new Error(`${resource} cannot be cloned`);
  const body: WireRecord = withoutId(await read(resource, id));
  for (const field of clone.without ?? []) delete body[field];
  const copy = await create(resource, { ...body, ...data });
  /** Ids of copies by those of their originals, of each resource. */
  const copies = new Map([[resource, new Map([[Number(id), copy.id]])]]);
  for (const name of clone.children) {
    const by = children.find((child) => child.resource === name)?.by;
    if (by === undefined) throw new Error(`${resource} clones ${name}, which is not its child`);
    const { order, fields } = await describe(name);
    const copied = new Map<number, Identifier>();
    copies.set(name, copied);
    const { data: rows } = await list(name, {
      pagination: { page: 1, perPage: 0 },
      sort: { field: order?.by ?? "id", order: "ASC" },
      filter: { [by]: id },
      meta: { expand: [] },
    });
    for (const row of rows) {
      const own = withoutId(row);
      for (const { name: field, reference } of fields) {
        const made = reference && copies.get(reference.resource)?.get(Number(own[field]));
        if (made !== undefined) own[field] = made;
      }
      copied.set(Number(row.id), (await create(name, { ...own, [by]: copy.id })).id);
    }
  }
  return copy;
}

function withoutId(record: PanelRecord): WireRecord {
  const { id: _, ...fields } = toBody(record);
  return fields;
}
