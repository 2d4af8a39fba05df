import type { Identifier } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../core/descriptor.ts";
import { type ListParams, type PanelRecord, toBody } from "./rest.ts";

interface CloneParts {
  readonly describe: (resource: string) => Promise<ResourceDescriptor>;
  readonly read: (resource: string, id: Identifier) => Promise<PanelRecord>;
  readonly list: (resource: string, params: ListParams) => Promise<{ data: PanelRecord[]; total: number }>;
  readonly create: (resource: string, data: WireRecord) => Promise<PanelRecord>;
}

/** Copies a record, and then the children listed in its descriptor in their order. */
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
  for (const child of children.filter((candidate) => clone.children.includes(candidate.resource))) {
    const { order } = await describe(child.resource);
    const { data } = await list(child.resource, {
      pagination: { page: 1, perPage: 0 },
      sort: { field: order?.by ?? "id", order: "ASC" },
      filter: { [child.by]: id },
      meta: { expand: [] },
    });
    for (const row of data) await create(child.resource, { ...withoutId(row), [child.by]: copy.id });
  }
  return copy;
}

function withoutId(record: PanelRecord): WireRecord {
  const { id: _, ...fields } = toBody(record);
  return fields;
}
