import Alert from "@mui/material/Alert";
import { useLocale, useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { listText } from "../../listText.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { nameKey } from "../../resource/labels.ts";
import { useBelongings } from "../record/useBelongings.ts";

interface BulkBelongingsProps {
  readonly descriptor: ResourceDescriptor;
  /** What will be removed. */
  readonly records: readonly PanelRecord[];
}

/** Counting takes a request a record and kind: of more records only the kinds are named. */
const countedAtMost = 20;

/** What goes with records that are removed. */
export function BulkBelongings({ descriptor, records }: BulkBelongingsProps): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const isCounted = records.length <= countedAtMost;
  const counts = useBelongings(descriptor, isCounted ? records : []);
  const kinds = descriptor.dependents.map(({ resource }) => translate(nameKey(resource), { smart_count: 2 }));
  const names = isCounted ? counts : kinds;
  if (names.length === 0) return null;
  return <Alert severity="warning">{translate("bulk.belongings", { names: listText(names, locale) })}</Alert>;
}
