import { useGetOne } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** What a form calls its record. Settings have no name of their own: they are called after the record they belong to. */
export function useFormTitle({ settingsOf, record: template }: ResourceDescriptor, record: PanelRecord): string {
  const owner = settingsOf === undefined ? undefined : summaryOf(settingsOf);
  const access = useAccess();
  const { data } = useGetOne<PanelRecord>(
    settingsOf ?? "",
    { id: record.id },
    { enabled: owner !== undefined && access.can(owner, "read", { record }) },
  );
  return owner ? recordTitle(owner.record, data ?? { id: record.id }) : recordTitle(template, record);
}
