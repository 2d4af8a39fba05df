import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { useId, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { CsvBadLine, CsvError, CsvReport } from "../../../core/api/csvReport.ts";
import type { CsvDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { byteOrderMark, toCsvLine } from "../../../core/values/csv.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { fieldKey } from "../../navigation/labels.ts";
import { saveFile } from "../../providers/files.ts";
import { type ErrorMessageContext, errorMessage } from "../form/errorMessages.ts";
import styles from "./upload.module.css";

interface BadLinesProps {
  readonly descriptor: ResourceDescriptor;
  readonly report: CsvReport;
}

/** Lists the bad lines of a file, each with its error; downloadable, to fix the file. */
export function BadLines({ descriptor, report }: BadLinesProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const titleId = useId();
  const { name: resource, fields, csv } = descriptor;
  const rows = useMemo(
    () => (csv ? errorLines(report.badLines, csv, { translate, locale, resource, fields }) : []),
    [report, csv, translate, locale, resource, fields],
  );
  if (rows.length === 0) return null;
  const headings = ["line", "column", "value", "reason"].map((name) => translate(`upload.${name}`));
  const save = () => {
    const lines = [headings, ...rows.map((row) => [String(row.line), row.column, row.value, row.reason])].map(
      toCsvLine,
    );
    saveFile(new File([byteOrderMark, ...lines], `${resource}-errors.csv`, { type: "text/csv;charset=utf-8" }));
  };
  const numbers = new Intl.NumberFormat(locale);
  return (
    <section aria-labelledby={titleId}>
      <header className="row gap-4 across-16 middle between">
        <h2 id={titleId} className="text-16">
          {translate("upload.badLines")}
        </h2>
        <Button size="small" startIcon={<DownloadIcon />} onClick={save}>
          {translate("upload.saveBad")}
        </Button>
      </header>
      {report.bad > report.badLines.length && (
        <p>{translate("upload.listed", { count: numbers.format(report.badLines.length) })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs to be focusable */}
      <section className={styles.rows} tabIndex={0} aria-labelledby={titleId}>
        <DataTable data={rows} aria-labelledby={titleId}>
          <Column label="upload.line" render={({ line }) => numbers.format(line)} />
          <Column label="upload.column" source="column" />
          <Column label="upload.value" source="value" className={`code anywhere ${styles.value}`} />
          <Column label="upload.reason" source="reason" />
        </DataTable>
      </section>
    </section>
  );
}

const Column = DataTable.Col<ErrorLine>;

interface ErrorLine {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** The errors in a file's lines, translated: one row per cell. */
function errorLines(
  badLines: readonly CsvBadLine[],
  { columns, owner }: CsvDescriptor,
  context: ErrorMessageContext,
): ErrorLine[] {
  const { translate, resource } = context;
  const isOwn = new Set([owner, ...columns.filter(({ source }) => !source.includes(".")).map(({ name }) => name)]);
  const reasonOf = (error: CsvError) =>
    // A pointer into another record must not be looked up among this one's fields.
    errorMessage(isOwn.has(error.column) ? error : { ...error, pointer: "" }, context);
  return badLines.flatMap(({ line, problems }) =>
    problems.map((error) => ({
      line,
      column: error.column === "" ? translate("upload.wholeLine") : translate(fieldKey(resource, error.column)),
      value: error.value,
      reason: reasonOf(error),
    })),
  );
}
