import { useLocale, useTranslate } from "react-admin";
import type { CsvReport } from "../../../core/api/csvReport.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { fieldKey } from "../../navigation/labels.ts";

interface PurgeMarksProps {
  readonly descriptor: ResourceDescriptor;
  readonly report: CsvReport;
}

/** Counts the deleted records that one may miss: redeemed vouchers. */
export function PurgeMarks({ descriptor: { name, csv }, report: { purgedMarked = 0 } }: PurgeMarksProps) {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  if (csv?.purgeCountField === undefined || purgedMarked === 0) return null;
  const params = { name: translate(fieldKey(name, csv.purgeCountField)), count: numbers.format(purgedMarked) };
  return <p>{translate("upload.purgeMarked", params)}</p>;
}
