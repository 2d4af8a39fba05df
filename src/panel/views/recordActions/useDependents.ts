import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useLocale, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { nameKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasJobs, previewJob } from "../../providers/jobs.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { Translate } from "../../providers/texts.ts";

/** Trying takes as long as removing: with more than this right below them, only that is counted. */
const MAX_TRIED_RECORDS = 100;

/**
 * Finds what is removed along with records. Direct dependents are counted; where the platform can try it in a moment, it
 * reports all levels, unless they are being removed already. Resellers and records without one have too much below them.
 */
export function useDependents(descriptor: ResourceDescriptor, records: readonly PanelRecord[], isRemoving = false) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const access = useAccess();
  const translate = useTranslate();
  const locale = useLocale();
  const { name, scope } = descriptor;
  const dependents = descriptor.dependents.filter(({ resource }) => access.can(summaryOf(resource), "read"));
  const ids = records.map(({ id }) => toNumericId(id));

  const count = async ({ resource, target, source }: ResourceDescriptor["dependents"][number]) => {
    let sum = 0;
    for (const record of records) {
      const { total = 0 } = await dataProvider.getList(resource, {
        filter: { [target]: record[source] },
        pagination: { page: 1, perPage: 1 },
        sort: { field: "id", order: "ASC" },
        meta: { expand: [] },
      });
      sum += total;
    }
    return [resource, sum] as const;
  };

  const { data: direct } = useQuery({
    queryKey: [name, "belongings", ...ids],
    queryFn: () => Promise.all(dependents.map(count)),
    enabled: dependents.length > 0 && records.length > 0,
  });
  const below = dependents.length === 0 ? 0 : direct?.reduce((sum, [, total]) => sum + total, 0);
  const { data: tried } = useQuery({
    queryKey: [name, "ending", ...ids],
    queryFn: () => previewJob({ resource: name, action: "remove", ids }),
    enabled:
      !isRemoving &&
      hasJobs(descriptor) &&
      scope !== undefined &&
      ids.length > 0 &&
      below !== undefined &&
      below <= MAX_TRIED_RECORDS,
    staleTime: 0,
    retry: false,
  });
  const isComplete = tried !== undefined && tried.failures.length === 0;
  const totals = isComplete ? Object.entries(tried.along).toSorted(([, a], [, b]) => b - a) : (direct ?? []);
  return {
    /** Texts of what is removed along with the records: "Rewrite rules: 12". Empty while loading. */
    texts: totals
      .filter(([, total]) => total > 0)
      .map(([resource, total]) => dependentText(resource, total, translate, locale)),
    /** Result of trying the removal; undefined: not tried, or not yet. */
    tried: isComplete ? tried : undefined,
  };
}

/** "Rewrite rules: 12". */
export function dependentText(resource: string, count: number, translate: Translate, locale: string): string {
  const name = translate(nameKey(resource), { smart_count: 2 });
  return translate("views.remove.belonging", { name, count: new Intl.NumberFormat(locale).format(count) });
}
