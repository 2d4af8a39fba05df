import { useMemo } from "react";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useProblemContext } from "../form/useProblemContext.ts";
import type { Change } from "./BulkPreview.tsx";
import type { BulkAction } from "./bulkActions.ts";
import { type PlannedRow, planChange, planRemoval } from "./plan.ts";
import { valueProblem } from "./valueProblem.ts";

/** The field that is to be changed; its value is undefined as long as none was chosen. */
export interface Chosen {
  readonly field: FieldDescriptor;
  readonly value?: Json;
}

export interface BulkPlan {
  /** Null: the records are to go; undefined: what they are to become is still to be chosen. */
  readonly change: Change | null | undefined;
  readonly plan: readonly PlannedRow[];
  /** The rows that there is something to do with. */
  readonly toDo: readonly PlannedRow[];
  /** What is wrong with the value that was chosen. */
  readonly problem: string | undefined;
}

/** What an action will do to records, as far as can be told before. */
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
