import type { FieldDescriptor } from "../../core/descriptor.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";

/** A column and where its values go. */
export interface ShapedColumn {
  readonly name: string;
  readonly field: FieldDescriptor;
}

/** A record that lines belong to, as their columns tell of it. */
export interface ShapedParent {
  /** Field of the line's own record that refers to it. */
  readonly reference: FieldDescriptor;
  readonly plan: ResourcePlan;
  /** Column that it is found by. */
  readonly key: ShapedColumn;
  readonly columns: readonly ShapedColumn[];
  /** It is made where there is none. */
  readonly isMade: boolean;
  /** Field of it that says whose it is. */
  readonly ownerField?: string;
}

/** How the lines of a resource's files become records. */
export interface CsvShape {
  readonly names: readonly string[];
  /** Columns that are fields of the record itself. */
  readonly own: readonly ShapedColumn[];
  readonly parents: readonly ShapedParent[];
  /** Whose the records are: the query parameter, and the field where it is one of the record itself. */
  readonly owner?: { readonly parameter: string; readonly resource: string; readonly field?: string };
  readonly purge?: "rows" | "parents";
}

/** Works out from the schema's words what each column is; codegen has seen that they make sense. */
export function shapeOf(plan: ResourcePlan, plans: Plans): CsvShape {
  const { csv } = plan.descriptor;
  if (!csv) throw new Error(`${plan.name} knows no files`);
  const [ownerHead = "", ownerTail] = csv.owner?.split(".") ?? [];
  const shaped = csv.columns.map(({ name, source }) => ({ name, path: source.split(".") }));
  const references = new Set(shaped.flatMap(({ path: [head = "", behind] }) => (behind ? [head] : [])));
  const parents = [...references].map((name): ShapedParent => {
    const reference = fieldOf(plan, name);
    const target = planOf(plans, reference.reference?.resource ?? "");
    const columns = shaped
      .filter(({ path }) => path[0] === name)
      .map((column) => ({ name: column.name, field: fieldOf(target, column.path[1] ?? "") }));
    return {
      reference,
      plan: target,
      key: columns[0] as ShapedColumn,
      columns,
      isMade: csv.creates?.includes(name) ?? false,
      ...(ownerTail && ownerHead === name ? { ownerField: ownerTail } : {}),
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
    ...(csv.owner && ownerPlan
      ? {
          owner: {
            parameter,
            resource: fieldOf(ownerPlan, parameter).reference?.resource ?? "",
            ...(ownerTail ? {} : { field: ownerHead }),
          },
        }
      : {}),
    ...(csv.purge ? { purge: csv.purge } : {}),
  };
}

function fieldOf(plan: ResourcePlan, name: string): FieldDescriptor {
  const field = plan.fields.get(name);
  if (!field) throw new Error(`${plan.name} has no ${name}`);
  return field;
}
