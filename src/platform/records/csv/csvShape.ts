import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { fieldError, notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import type { Query } from "../../http/query.ts";
import type { Actor, OlderCsv, ReadContext } from "../../resourceHooks.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, selectRows, visibleTo } from "../query/selectRows.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";

export interface ShapedColumn {
  readonly name: string;
  readonly field: FieldDescriptor;
}

/** A parent record of lines, as their columns reference it. */
export interface ShapedParent {
  /** Foreign key field of the line's own record. */
  readonly reference: FieldDescriptor;
  readonly plan: ResourcePlan;
  /** Columns that identify it, among the records of its owner: the first has the errors. */
  readonly keys: readonly [ShapedColumn, ...ShapedColumn[]];
  readonly columns: readonly ShapedColumn[];
  /** Created when missing. */
  readonly isMade: boolean;
  /** Its field that holds its owner. */
  readonly ownerField?: string;
}

export interface CsvShape extends OlderCsv {
  readonly names: readonly string[];
  /** Columns that are fields of the record itself. */
  readonly own: readonly ShapedColumn[];
  readonly parents: readonly ShapedParent[];
  /** The owner of the records: the query parameter, and the field if the record itself has it. */
  readonly owner?: { readonly parameter: string; readonly resource: string; readonly field?: string };
  readonly purges: boolean;
  /** An invalid line keeps the whole file from being stored. */
  readonly isWhole: boolean;
  /** Columns with a time, where a date alone means the end of that day. */
  readonly endOfDayColumns: readonly string[];
}

/** Resolves the schema's CSV description for a caller; codegen has validated it. */
export function csvShapeOf(plan: ResourcePlan, plans: Plans, { resellerId }: Pick<Actor, "resellerId">): CsvShape {
  const { csv } = plan.descriptor;
  if (!csv) throw new Error(`${plan.name} has no CSV`);
  const first = csv.ownerColumn && resellerId === null ? (csv.owner ?? "") : undefined;
  const owner = first === undefined ? csv.owner : undefined;
  const [ownerHead = "", ownerTail] = owner?.split(".") ?? [];
  const named = [...(first === undefined ? [] : [{ name: first, source: first }]), ...csv.columns];
  const shaped = named.map(({ name, source }) => ({ name, path: source.split(".") }));
  const references = new Set(shaped.flatMap(({ path: [head = "", behind] }) => (behind ? [head] : [])));
  const parents = [...references].map((name): ShapedParent => {
    const reference = fieldOf(plan, name);
    const target = planOf(plans, reference.reference?.resource ?? "");
    const columns = shaped
      .filter(({ path }) => path[0] === name)
      .map((column) => ({ name: column.name, field: fieldOf(target, column.path[1] ?? "") }));
    const [first, ...others] = columns;
    if (!first) throw new Error(`${plan.name} has no column of ${name}`);
    const ownerField = ownerTail ? (ownerHead === name ? ownerTail : undefined) : target.fields.get(ownerHead)?.name;
    return {
      reference,
      plan: target,
      keys: [first, ...others.filter(({ field }) => first.field.unique?.includes(field.name))],
      columns,
      isMade: csv.creatableReferences?.includes(name) ?? false,
      ...(ownerField === undefined ? {} : { ownerField }),
    };
  });
  const parameter = ownerTail ?? ownerHead;
  const ownerPlan = ownerTail ? parents.find(({ ownerField }) => ownerField)?.plan : plan;
  return {
    names: shaped.map(({ name }) => name),
    own: shaped
      .filter(({ path }) => path.length === 1)
      .map(({ name, path }) => ({ name, field: fieldOf(plan, path[0] ?? "") })),
    parents,
    ...(owner && ownerPlan
      ? {
          owner: {
            parameter,
            resource: fieldOf(ownerPlan, parameter).reference?.resource ?? "",
            ...(ownerTail ? {} : { field: ownerHead }),
          },
        }
      : {}),
    purges: csv.purge ?? false,
    isWhole: csv.atomic ?? false,
    ...{ minColumns: shaped.length, fallbackColumns: {}, ...plan.hooks.olderCsv },
    endOfDayColumns: csv.endOfDayColumns ?? [],
  };
}

function fieldOf(plan: ResourcePlan, name: string): FieldDescriptor {
  const field = plan.fields.get(name);
  if (!field) throw new Error(`${plan.name} has no ${name}`);
  return field;
}

/** A file and what to do with it. */
export interface CsvTask {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly policy: PasswordPolicy;
  readonly shape: CsvShape;
  readonly text: string;
  /** The owner of the records, if the shape has one. */
  readonly ownerId?: number | undefined;
  readonly isPurging: boolean;
  readonly context: ReadContext;
  /** The transaction to store in; absent: a dry run. */
  readonly unit?: UnitOfWork | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}

/**
 * The owner of a file's records; a reseller's administrators are always their own. Missing or unknown, an upload is
 * refused with 422, a download with 400 or 404.
 */
export async function ownerOfFile(
  context: ReadContext,
  plans: Plans,
  { owner }: CsvShape,
  query: Query,
  way: "upload" | "download",
): Promise<number | undefined> {
  if (!owner) return undefined;
  const { parameter, resource } = owner;
  const requestedId = query.get(parameter);
  const id = parseOwnerId(context, resource, requestedId);
  if (id !== undefined && (await isThere(context, plans, resource, id))) return id;
  if (way === "download")
    throw id === undefined
      ? new PlatformError("csv_owner_needed", { parameter })
      : notFound(resource, requestedId ?? "");
  const pointer = `/${parameter}`;
  throw validationFailed([
    id === undefined ? fieldError(pointer, "required") : fieldError(pointer, "reference", { resource }),
  ]);
}

/** No record has the id NaN. */
function parseOwnerId({ actor }: ReadContext, resource: string, text: string | undefined): number | undefined {
  if (resource === "resellers" && actor.resellerId !== null) return actor.resellerId;
  if (text === undefined || text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

async function isThere(context: ReadContext, plans: Plans, resource: string, id: number): Promise<boolean> {
  if (Number.isNaN(id)) return false;
  const plan = planOf(plans, resource);
  return (await selectRows(context.db, plan, [byId(id), ...visibleTo(plan, context.actor)])).length > 0;
}
