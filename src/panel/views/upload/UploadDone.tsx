import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useLocale, useTranslate } from "react-admin";
import type { CsvReport } from "../../../core/csvReport.ts";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { toHref } from "../../resource/addressOf.ts";
import { nameKey } from "../../resource/labels.ts";
import { BadLines } from "./BadLines.tsx";
import { PurgeMarks } from "./PurgeMarks.tsx";

interface UploadDoneProps {
  readonly descriptor: ResourceDescriptor;
  readonly report: CsvReport | null;
  /** URL of the list. */
  readonly home: string;
  readonly onAgain: () => void;
}

/** The result of an upload. */
export function UploadDone({ descriptor, report, home, onAgain }: UploadDoneProps) {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  return (
    <>
      <Alert severity={report ? "success" : "info"} role="status">
        {report ? (
          <>
            <p>{translate("upload.done", { smart_count: report.good })}</p>
            {report.bad > 0 && <p>{translate("upload.left", { smart_count: report.bad })}</p>}
            {Object.entries(report.purged).map(([resource, count]) => (
              <p key={resource}>
                {translate("upload.purged", {
                  name: translate(nameKey(resource), { smart_count: 2 }),
                  count: numbers.format(count),
                })}
              </p>
            ))}
            <PurgeMarks descriptor={descriptor} report={report} />
          </>
        ) : (
          translate("upload.plainDone")
        )}
      </Alert>
      <div className="row">
        <Button variant="contained" href={toHref(home)} autoFocus>
          {translate("upload.toList")}
        </Button>
        <Button variant="outlined" onClick={onAgain}>
          {translate("upload.again")}
        </Button>
      </div>
      {report && <BadLines descriptor={descriptor} report={report} />}
    </>
  );
}
