import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useLocale, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { nameKey } from "../../resource/labels.ts";

/** What is removed along with records, counted by the platform: "Rewrite rules: 12". Empty while loading. */
export function useBelongings(descriptor: ResourceDescriptor, records: readonly PanelRecord[]): string[] {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const access = useAccess();
  const translate = useTranslate();
  const locale = useLocale();
  const dependents = descriptor.dependents.filter(({ resource }) => access.can(summaryOf(resource), "read"));

  const count = async ({ resource, by, value }: ResourceDescriptor["dependents"][number]) => {
    let sum = 0;
    for (const record of records) {
      const { total = 0 } = await dataProvider.getList(resource, {
        filter: { [by]: record[value] },
        pagination: { page: 1, perPage: 1 },
        sort: { field: "id", order: "ASC" },
        meta: { expand: [] },
      });
      sum += total;
    }
    return { resource, total: sum };
  };

  const { data = [] } = useQuery({
    queryKey: [descriptor.name, "belongings", ...records.map(({ id }) => id)],
    queryFn: () => Promise.all(dependents.map(count)),
    enabled: dependents.length > 0 && records.length > 0,
  });
  return data
    .filter(({ total }) => total > 0)
    .map(({ resource, total }) =>
      translate("views.remove.belonging", {
        name: translate(nameKey(resource), { smart_count: 2 }),
        count: new Intl.NumberFormat(locale).format(total),
      }),
    );
}
