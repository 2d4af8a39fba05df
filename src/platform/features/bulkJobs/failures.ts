import { recordTitle } from "../../../core/values/recordTitle.ts";
import { toErrorBody } from "../../http/errors.ts";
import type { PlatformContext } from "../../records/context.ts";
import { titledRecords } from "../../records/operations/present.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import type { RefusedTarget } from "./executeJobPart.ts";
import type { JobFailure } from "./jobStore.ts";

/** Refusals with the names of their records, as far as the user sees them. */
export async function toFailures(
  { plans, texts }: Pick<PlatformContext, "plans" | "texts">,
  unit: UnitOfWork,
  targets: readonly number[],
  refusedTargets: ReadonlyMap<number, RefusedTarget>,
): Promise<JobFailure[]> {
  const titles = new Map<string, string>();
  const all = [...refusedTargets.values()];
  for (const resource of new Set(all.map((target) => target.resource))) {
    const plan = plans.get(resource);
    const ids = all.filter((target) => target.resource === resource).map(({ recordId }) => recordId);
    for (const record of plan ? await titledRecords(unit, plans, plan, ids) : [])
      titles.set(`${resource} ${record.id}`, recordTitle(plan?.descriptor.recordRepresentation ?? "", record));
  }
  return targets.flatMap((target) => {
    const refusedTarget = refusedTargets.get(target);
    if (!refusedTarget) return [];
    const { recordId, resource, refusal } = refusedTarget;
    const title = titles.get(`${resource} ${recordId}`) ?? `#${recordId}`;
    return [{ target, record_id: recordId, title, refusal: toErrorBody(refusal, texts) }];
  });
}
