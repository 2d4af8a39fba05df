import { HttpError } from "ra-core";
import type { ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { conflictKey, type PanelDataProvider } from "../../providers/dataProvider.ts";
import { type PanelRecord, toBody } from "../../providers/rest.ts";
import type { SavePlan } from "./resolver.ts";

interface SaveParts {
  readonly dataProvider: Pick<PanelDataProvider, "getOne" | "patchField" | "update">;
  readonly descriptor: Pick<ResourceDescriptor, "name" | "fields">;
  /** Told what is stored when single fields went through and the rest did not. */
  readonly onPartlySaved: (record: PanelRecord) => void;
}

/** Changes a record: the single fields first, in their order, then the record as a whole. Rejects as the platform does. */
export async function savePlan(
  { dataProvider, descriptor, onPartlySaved }: SaveParts,
  { patches, record }: SavePlan,
  base: PanelRecord,
): Promise<PanelRecord> {
  const { name } = descriptor;
  const { id } = base;
  let known = base;
  try {
    if (patches.length > 0) await assertUnchanged(dataProvider, name, base);
    for (const { field, value } of patches) {
      const { data } = await dataProvider.patchField(name, id, field, value);
      // Only the version after this change lets the next one through; older platforms have none.
      known = { ...known, ...data, [field]: value, _etag: data._etag };
    }
    const body = { ...undescribed(descriptor, base), ...record };
    const { data } = await dataProvider.update<PanelRecord>(name, { id, data: body, previousData: known });
    return data;
  } catch (refusal) {
    if (known !== base) onPartlySaved(known);
    throw refusal;
  }
}

/** A change of a single field is sent without a version, so that an older one must be noticed before. */
async function assertUnchanged(dataProvider: Pick<PanelDataProvider, "getOne">, resource: string, base: PanelRecord) {
  if (base._etag === undefined) return;
  const { data } = await dataProvider.getOne<PanelRecord>(resource, { id: base.id });
  if (data._etag !== base._etag) throw new HttpError(conflictKey, 412);
}

/** What a platform knows of the record beyond our schema goes back unharmed: left out, it would be emptied. */
function undescribed({ fields }: Pick<ResourceDescriptor, "fields">, record: PanelRecord): WireRecord {
  const known = new Set(fields.map((field) => field.name));
  return Object.fromEntries(Object.entries(toBody(record)).filter(([name]) => !known.has(name)));
}
