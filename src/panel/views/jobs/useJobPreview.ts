import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type BulkJobPreview, mostInPreview } from "../../../core/bulkJobs.ts";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { hasJobs, previewJob } from "../../providers/bulkJobs.ts";
import type { PlannedRow } from "../bulk/plan.ts";

/** Milliseconds without typing before the platform is asked. */
const patience = 250;

/**
 * What the platform, where it has jobs, says that a change does to the first of these records: how many others change
 * along only if those are all. Removals are not tried.
 */
export function useJobPreview(
  descriptor: ResourceDescriptor,
  values: Readonly<Record<string, Json>> | undefined,
  plan: readonly PlannedRow[],
): (Omit<BulkJobPreview, "along"> & Partial<BulkJobPreview>) | undefined {
  const resource = descriptor.name;
  const ids = useMemo(
    () => plan.filter(({ state }) => state === "change").map(({ record }) => Number(record.id)),
    [plan],
  );
  const asked = values && hasJobs(descriptor) ? { changes: values, ids: ids.slice(0, mostInPreview) } : null;
  const wanted = JSON.stringify(asked);
  const settled = useSettled(wanted);
  const { data } = useQuery({
    queryKey: ["bulkjobs", "preview", resource, settled],
    queryFn: () => previewJob({ ...(JSON.parse(settled) as NonNullable<typeof asked>), resource, action: "change" }),
    enabled: settled !== "null" && ids.length > 0,
    staleTime: 0,
    retry: false,
  });
  if (!data || settled !== wanted) return undefined;
  return ids.length > mostInPreview ? { ...data, along: undefined } : data;
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
