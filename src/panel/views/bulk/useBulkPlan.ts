import { useMemo } from "react";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { ResourceModule } from "../../../core/resourceModule.ts";
import { validateRecord } from "../../../core/validate.ts";
import { valueAt } from "../../../core/valueAt.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type ProblemContext, problemText } from "../form/problemTexts.ts";
import { useProblemContext } from "../form/useProblemContext.ts";
import type { Change } from "./BulkPreview.tsx";
import type { BulkAction } from "./bulkActions.ts";
import { type PlannedRow, planChange, planRemoval } from "./plan.ts";

/** The field to change; its value is undefined until chosen. */
export interface Chosen {
  readonly field: FieldDescriptor;
  readonly value?: Json;
}

interface BulkPlan {
  /** Null: the records are removed; undefined: the value is still to be chosen. */
  readonly change: Change | null | undefined;
  readonly plan: readonly PlannedRow[];
  /** The rows that would change. */
  readonly toDo: readonly PlannedRow[];
  /** What is wrong with the chosen value. */
  readonly problem: string | undefined;
}

/** Predicts what an action will do to each record. */
export function useBulkPlan(
  descriptor: ResourceDescriptor,
  action: BulkAction,
  chosen: Chosen | null,
  records: readonly PanelRecord[] | undefined,
): BulkPlan {
  const access = useAccess();
  const module = useResource(descriptor.name);
  const context = useProblemContext(descriptor.name);
  const change = useMemo(() => changeOf(action, chosen), [action, chosen]);
  const plan = useMemo(() => {
    if (!records || change === undefined) return [];
    return change === null
      ? planRemoval(descriptor, access, records)
      : planChange(descriptor, access, records, change.field, change.value);
  }, [descriptor, access, records, change]);
  const toDo = useMemo(() => plan.filter(({ state }) => state === "change"), [plan]);
  const sample = toDo[0]?.record;
  const problem =
    action.kind === "field" && change && sample ? valueProblem(module, change, sample, context) : undefined;
  return { change, plan, toDo, problem };
}

function changeOf(action: BulkAction, chosen: Chosen | null): Change | null | undefined {
  if (action.kind === "remove") return null;
  if (action.kind === "status") return { field: action.field, value: action.value };
  return chosen?.value === undefined ? undefined : { field: chosen.field, value: chosen.value };
}

/** The error of a field's value, as its form would show it; undefined when valid. */
function valueProblem(
  module: ResourceModule,
  { field, value }: Change,
  record: PanelRecord,
  context: ProblemContext,
): string | undefined {
  const { errors } = validateRecord(
    module,
    { ...record, [field.name]: value },
    { mode: "update", related: (path) => valueAt(record, path) },
  );
  const error = errors.find(({ pointer }) => pointer === `/${field.name}` || pointer.startsWith(`/${field.name}/`));
  return error && problemText(error, context);
}
