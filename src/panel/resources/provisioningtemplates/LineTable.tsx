import { type ReactNode, useId } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link } from "react-router";
import type { ProvisioningField } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { LineReport, RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import { recordPagePath } from "../../navigation/recordPath.ts";
import styles from "../../views/upload/upload.module.css";
import { useErrorTexts } from "./useTemplate.ts";

interface LineTableProps {
  readonly report: RunReport;
  readonly fields: readonly ProvisioningField[];
}

const Column = DataTable.Col<LineReport>;

/** Lines in sight: those with errors, then the others. */
const MAX_LINES = 500;

/** The result of each line, or the expected one: bad lines first, each with its reasons. */
export function LineTable({ report, fields }: LineTableProps): ReactNode {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  const titleId = useId();
  const inOrder = [...report.lines].sort((a, b) => rank(a) - rank(b) || a.line - b.line);
  if (inOrder.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-16">
        {translate("provisioning.lines")}
      </h2>
      {inOrder.length > MAX_LINES && <p>{translate("upload.listed", { count: numbers.format(MAX_LINES) })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs to be focusable */}
      <section className={styles.rows} tabIndex={0} aria-labelledby={titleId}>
        <DataTable data={inOrder.slice(0, MAX_LINES)} aria-labelledby={titleId}>
          <Column label="upload.line" render={({ line }) => numbers.format(line)} />
          <Column label="provisioning.result" render={({ status }) => translate(`provisioning.status.${status}`)} />
          <Column label="upload.reason" render={(line) => <Reasons line={line} fields={fields} />} />
        </DataTable>
      </section>
    </section>
  );
}

const rank = ({ errors }: LineReport) => (errors.length > 0 ? 0 : 1);

function Reasons({
  line,
  fields,
}: {
  readonly line: LineReport;
  readonly fields: readonly ProvisioningField[];
}): ReactNode {
  const translate = useTranslate();
  const errorText = useErrorTexts(fields);
  const [subscriberId] = line.created.subscriber ?? [];
  const path = subscriberId === undefined ? null : recordPagePath("subscribers", { id: subscriberId });
  if (path !== null) return <Link to={path}>{translate("provisioning.toRecord")}</Link>;
  return line.errors
    .map(errorText)
    .map(({ label, text }) => (label === "" ? text : `${label}: ${text}`))
    .join("; ");
}
