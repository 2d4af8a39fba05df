import { useTranslate } from "ra-core";
import type { DetailsTab } from "./tabs.ts";

interface PendingTabProps {
  readonly tab: DetailsTab;
  /** What will be here once it has a schema. */
  readonly resource: string;
}

/** A part of a record's page that is not there yet: says so, and what it will show. */
export function PendingTab({ tab, resource }: PendingTabProps) {
  const translate = useTranslate();
  return (
    <section className="tab-pending">
      <h2>{translate("pending.title", { name: translate(tab.labelKey, { smart_count: 2 }) })}</h2>
      <p>{translate(`pending.about.${resource}`)}</p>
      <p className="cell-quiet">{translate("pending.text")}</p>
    </section>
  );
}
