import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify, useTranslate } from "ra-core";
import { useCallback, useEffect, useRef } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { endOf } from "../form/endsRecord.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import type { Change } from "./BulkPreview.tsx";
import { offerUndo, valuesBefore } from "./offerUndo.ts";
import type { PlannedRow } from "./plan.ts";
import { type BulkRun, useBulkRun } from "./useBulkRun.ts";
import { useCounted } from "./useCounted.ts";

export interface BulkWork {
  readonly run: BulkRun;
  /** Says in a notice what these rows have become, with the way back where there is one. */
  readonly report: (done: readonly PlannedRow[]) => void;
}

/** Carries a change, or the removal of records, out. */
export function useBulkAction(descriptor: ResourceDescriptor, change: Change | null, isStatus: boolean): BulkWork {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const counted = useCounted();
  // While it runs, nothing else can be chosen: what it began with holds.
  const latest = useRef(change);
  latest.current = change;
  const work = useCallback(
    async ({ record }: PlannedRow) => {
      const wanted = latest.current;
      if (wanted) await dataProvider.patchField(name, record.id, wanted.field.name, wanted.value);
      else await dataProvider.delete(name, { id: record.id, previousData: record });
    },
    [dataProvider, name],
  );
  const run = useBulkRun(work);
  useEffect(() => {
    if (run.phase === "finished") refreshAfterWrite(queryClient);
  }, [run.phase, queryClient]);

  const report = (done: readonly PlannedRow[]) => {
    if (done.length === 0) return;
    if (!change) {
      const manner = endOf(descriptor) ? "terminate" : "delete";
      return notify(counted(`bulk.removed.${manner}`, done.length), { type: "success" });
    }
    const message = counted("bulk.changed", done.length);
    // What records below had before is lost: the way back would lead somewhere else.
    if (isStatus && descriptor.statusReaches) return notify(message, { type: "success" });
    const { field, value } = change;
    const changes = done.map(({ record, title }) => ({
      id: record.id,
      title,
      field: field.name,
      value,
      back: valuesBefore(descriptor, record, field.name),
    }));
    offerUndo({ dataProvider, queryClient, notify, translate }, descriptor, changes, message);
  };
  return { run, report };
}
