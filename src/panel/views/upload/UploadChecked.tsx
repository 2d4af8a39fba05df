import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useId } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { CsvReport } from "../../../core/api/csvReport.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { BadLines } from "./BadLines.tsx";
import { PurgeMarks } from "./PurgeMarks.tsx";
import styles from "./upload.module.css";

interface UploadCheckedProps {
  readonly descriptor: ResourceDescriptor;
  readonly report: CsvReport;
  readonly isPurging: boolean;
  readonly onStore: () => void;
  readonly onBack: () => void;
}

/** Preview of what a file would do. */
export function UploadChecked({ descriptor, report, isPurging, onStore, onBack }: UploadCheckedProps) {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  const { lines, good, bad, purged, created } = report;
  const counted = (key: string, [resource, count]: [string, number]) =>
    translate(key, { name: translate(nameKey(resource), { smart_count: 2 }), count: numbers.format(count) });
  const isRefused = bad > 0 && descriptor.csv?.atomic === true;
  const severity = good === 0 || isRefused ? "error" : bad > 0 ? "warning" : "success";
  return (
    <>
      <Alert severity={severity} role="status" tabIndex={-1} ref={focusOnce}>
        <p>
          {lines === 0
            ? translate("upload.noLines")
            : good === 0
              ? translate("upload.allBad")
              : translate("upload.checked", { smart_count: good })}
        </p>
        {lines > 0 && (
          <p>
            {bad > 0
              ? translate(isRefused ? "upload.whole" : "upload.bad", { smart_count: bad })
              : translate("upload.allGood")}
          </p>
        )}
        {Object.entries(created).map((entry) => (
          <p key={entry[0]}>{counted("upload.creates", entry)}</p>
        ))}
        <p>{translate("upload.nothingYet")}</p>
      </Alert>
      {isPurging && good > 0 && !isRefused && (
        <Alert severity="warning">
          <p>{translate("upload.purgeWarning")}</p>
          {Object.entries(purged).map((entry) => (
            <p key={entry[0]}>{counted("upload.purges", entry)}</p>
          ))}
          <PurgeMarks descriptor={descriptor} report={report} />
        </Alert>
      )}
      <div className="row">
        {good > 0 && !isRefused && (
          <Button variant="contained" color={isPurging ? "error" : "primary"} onClick={onStore}>
            {translate(isPurging ? "upload.storeAndPurge" : "upload.store", { smart_count: good })}
          </Button>
        )}
        <Button variant="outlined" onClick={onBack}>
          {translate("upload.back")}
        </Button>
      </div>
      <FirstLines descriptor={descriptor} sample={report.sample} />
      <BadLines descriptor={descriptor} report={report} />
    </>
  );
}

interface FirstLinesProps {
  readonly descriptor: ResourceDescriptor;
  readonly sample: CsvReport["sample"];
}

const Column = DataTable.Col<CsvReport["sample"][number]>;

/** The first lines, to see that the columns are separated as they should be. */
function FirstLines({ descriptor: { name: resource }, sample }: FirstLinesProps) {
  const translate = useTranslate();
  const titleId = useId();
  const columns = Object.keys(sample[0]?.cells ?? {});
  if (columns.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-16">
        {translate("upload.sample")}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs to be focusable */}
      <section className={styles.rows} tabIndex={0} aria-labelledby={titleId}>
        <DataTable data={sample} aria-labelledby={titleId}>
          <Column label="upload.line" source="line" />
          {columns.map((column) => (
            <Column
              key={column}
              label={fieldKey(resource, column)}
              className={`code anywhere ${styles.value}`}
              render={({ cells }) => cells[column]}
            />
          ))}
        </DataTable>
      </section>
    </section>
  );
}

/** The pressed button has unmounted; its result is announced. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
