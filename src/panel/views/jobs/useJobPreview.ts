import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type BulkJobFailure, type BulkJobPreview, mostInPreview } from "../../../core/bulkJobs.ts";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { previewJob } from "../../providers/bulkJobs.ts";
import { isOffered } from "../../providers/extensions.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { PlannedRow } from "../bulk/plan.ts";

/** Values before and after by field, as the platform would store them. */
export type ToldChange = Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
export type ToldChanges = ReadonlyMap<PanelRecord["id"], ToldChange>;

interface Previewed {
  /** The plan with what only the platform knows to be refused. */
  readonly rows: readonly PlannedRow[];
  readonly told: ToldChanges;
  /** How many other records change along, by resource; undefined: not known of all records. */
  readonly along: BulkJobPreview["along"] | undefined;
}

/** Milliseconds without typing before the platform is asked. */
const patience = 250;

/** Asks the platform, where it has jobs, what a change does to the first of these records; removals are not tried. */
export function useJobPreview(
  { name, storage }: Pick<ResourceDescriptor, "name" | "storage">,
  values: Readonly<Record<string, Json>> | undefined,
  plan: readonly PlannedRow[],
): Previewed {
  const changing = useMemo(
    () => plan.filter(({ state }) => state === "change").map(({ record }) => Number(record.id)),
    [plan],
  );
  const ids = useMemo(() => changing.slice(0, mostInPreview), [changing]);
  const isAsked =
    isOffered("bulk_jobs") && storage !== "computed" && values !== undefined && ids.every(Number.isInteger);
  const wanted = useSettled(JSON.stringify(isAsked ? { changes: values, ids } : null));
  const { data } = useQuery({
    queryKey: ["bulkjobs", "preview", name, wanted],
    queryFn: () => {
      const { changes, ids: some } = JSON.parse(wanted) as { changes: Record<string, Json>; ids: number[] };
      return previewJob({ resource: name, action: "change", changes, ids: some });
    },
    enabled: wanted !== "null" && ids.length > 0,
    staleTime: 0,
    retry: false,
  });
  const isWhole = changing.length === ids.length;
  return useMemo(
    () =>
      isAsked
        ? { ...withTold(plan, data), along: isWhole ? data?.along : undefined }
        : { rows: plan, told: new Map(), along: undefined },
    [isAsked, isWhole, plan, data],
  );
}

function withTold(plan: readonly PlannedRow[], preview: BulkJobPreview | undefined): Omit<Previewed, "along"> {
  const told = new Map((preview?.records ?? []).map(({ id, changes }) => [id, changes]));
  const refused = new Map((preview?.failures ?? []).map((failure) => [failure.record_id, failure]));
  const rows = plan.map((row): PlannedRow => {
    const failure = row.state === "change" ? refused.get(Number(row.record.id)) : undefined;
    return failure ? { ...row, state: "refused", reason: reasonOf(failure) } : row;
  });
  return { rows, told };
}

/** The error at a field says more than that there is one. */
function reasonOf({ key, params, errors }: BulkJobFailure): NonNullable<PlannedRow["reason"]> {
  const [first] = errors ?? [];
  return first ? { key: first.key, params: first.params } : { key, params };
}

/** A text once it stays the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), patience);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
