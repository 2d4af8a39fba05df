import type { Model } from "../../codegen/model.ts";
import { buildDemonstration } from "../../src/platform/seed/demonstration.ts";
import type { SeedTables } from "../../src/platform/seed/insertRows.ts";
import type { ResourceDraft } from "./draft.ts";
import type { FieldDraft } from "./fieldSpec.ts";

/** Number of demo records of a new resource. */
const SAMPLE_COUNT = 3;
/** The platform's own reseller; demo records belong to the others. */
const OWN_RESELLER = 1;

type Sample = Readonly<Record<string, unknown>>;

/**
 * Generates records for `schemas/demonstration`, with references to existing demo records. Undefined if a required
 * field cannot be generated.
 */
export async function makeSamples(draft: ResourceDraft, model: Model): Promise<Sample[] | undefined> {
  if (draft.fields.some(({ schema }) => schema.format === "password")) return undefined;
  const tables = await buildDemonstration(async () => "");
  const samples = Array.from({ length: SAMPLE_COUNT }, (_, index) => sampleFor(draft, { model, tables, index }));
  return samples.every((sample) => sample !== undefined) ? samples : undefined;
}

interface SampleContext {
  readonly model: Model;
  readonly tables: SeedTables;
  readonly index: number;
}

function sampleFor(draft: ResourceDraft, context: SampleContext): Sample | undefined {
  const reseller = OWN_RESELLER + 1 + context.index;
  const values: Record<string, unknown> = {};
  for (const field of draft.fields.filter(({ schema }) => !schema.readOnly)) {
    const value = sampleOf(field, draft, { ...context, reseller });
    if (value !== undefined) values[field.name] = value;
    else if (field.required) return undefined;
  }
  return values;
}

function sampleOf(
  field: FieldDraft,
  draft: ResourceDraft,
  context: SampleContext & { readonly reseller: number },
): unknown {
  const { schema } = field;
  const { index, model } = context;
  const reference = schema["x-field"]?.reference;
  if (typeof reference === "string") return targetOf(reference, context);
  if (schema.enum) return schema.enum[index % schema.enum.length];
  if (schema.default !== undefined || !field.required) return schema.default;
  if (schema.format) return model.formats[schema.format]?.valid[index];
  switch (schema.type) {
    case "boolean":
      return index === 0;
    case "string":
      return `${draft.title} ${index + 1}`.slice(0, schema.maxLength);
    case "integer":
    case "number":
      return Math.min((schema.minimum ?? 1) + index, schema.maximum ?? Number.POSITIVE_INFINITY);
    default:
      // Nested objects and lists cannot be generated.
      return undefined;
  }
}

/** Search field of a referenced record of this reseller. */
function targetOf(
  resource: string,
  { model, tables, reseller }: SampleContext & { readonly reseller: number },
): unknown {
  const target = model.resources.find(({ name }) => name === resource);
  const search = target?.x.list.searchFilter ?? "id";
  const isOwn = (row: Sample) => (resource === "resellers" ? row.id : (row.reseller_id ?? reseller)) === reseller;
  const rows = new Map<string, readonly Sample[]>(Object.entries(tables)).get(target?.table.name ?? "");
  return rows?.find((row) => isOwn(row) && row[search])?.[search];
}
