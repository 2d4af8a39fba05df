import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useCallback, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { useParams, useSearchParams } from "react-router";
import type { CsvReport } from "../../core/api/csvReport.ts";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { LeaveDialog, useLeaveGuard } from "../kit/LeaveDialog.tsx";
import { nameKey } from "../navigation/labels.ts";
import { toHref } from "../navigation/recordPath.ts";
import type { Query } from "../providers/http.ts";
import { useResource } from "../providers/resources.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { toInlineName } from "../providers/texts.ts";
import { listLocationOf } from "./form/listLocation.ts";
import { requestErrorText } from "./requestErrorText.ts";
import { BadLines } from "./upload/BadLines.tsx";
import { PurgeMarks } from "./upload/PurgeMarks.tsx";
import { UploadChecked } from "./upload/UploadChecked.tsx";
import { type UploadChoice, UploadSetup } from "./upload/UploadSetup.tsx";
import styles from "./upload/upload.module.css";
import { useDownload } from "./upload/useDownload.ts";
import { useFileOwner } from "./upload/useFileOwner.ts";
import { type UploadPhase, useUpload } from "./upload/useUpload.ts";

/** Imports records of a resource from a file: checks it first, and stores it once the user has reviewed the result. */
export function UploadView({ resource }: { resource: string }) {
  const { descriptor } = useResource(resource);
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const { parentId } = useParams();
  const owner = useFileOwner(descriptor, parentId);
  const [search] = useSearchParams();
  // Legacy URLs carry the owner in the query.
  const ownerParam = search.get(owner?.parameter ?? "") ?? "";
  const [choice, setChoice] = useState<UploadChoice>({
    isPurging: false,
    ...(/^\d{1,9}$/.test(ownerParam) ? { ownerId: Number(ownerParam) } : {}),
  });
  const { phase, canCheck, check, store, cancel, reset } = useUpload();
  const download = useDownload(descriptor);
  const guard = useLeaveGuard(useCallback(() => phase.name === "running", [phase.name]));
  const { csv } = descriptor;
  if (!csv) throw new Error(`${resource} knows no files`);

  const ownerId = parentId ?? choice.ownerId;
  const query: Query = {
    ...(owner && ownerId !== undefined ? { [owner.parameter]: ownerId } : {}),
    ...(choice.isPurging ? { purge_existing: true } : {}),
  };
  const canPurge = csv.purge === true && access.can(descriptor, "delete");
  const uploadOptions = choice.file && { resource, file: choice.file, query };
  const home = listLocationOf(descriptor, parentId);
  const name = toInlineName(translate(nameKey(resource), { smart_count: 2 }), locale);
  return (
    <>
      <header className="row middle below-12 max-760">
        <h1 className="pull">{translate("upload.title", { name })}</h1>
        {csv.fileName && phase.name === "choosing" && !(owner?.isAsked && ownerId === undefined) && (
          <Button startIcon={<DownloadIcon />} onClick={() => download(query)}>
            {translate("upload.download")}
          </Button>
        )}
      </header>
      <div className={`card stack gap-16 max-760 ${styles.upload}`}>
        {phase.name === "choosing" && (
          <UploadSetup
            descriptor={descriptor}
            choice={choice}
            owner={owner}
            canPurge={canPurge}
            canCheck={canCheck}
            isCancelled={phase.isCancelled ?? false}
            onChange={setChoice}
            onStart={(file) => (canCheck ? check : store)({ resource, file, query })}
          />
        )}
        {phase.name === "running" && <UploadRunning phase={phase} onCancel={cancel} />}
        {phase.name === "checked" && uploadOptions && (
          <UploadChecked
            descriptor={descriptor}
            report={phase.report}
            isPurging={choice.isPurging}
            onStore={() => store(uploadOptions)}
            onBack={reset}
          />
        )}
        {phase.name === "done" && (
          <UploadDone
            descriptor={descriptor}
            report={phase.report}
            home={home}
            onAgain={() => {
              setChoice({ isPurging: false });
              reset();
            }}
          />
        )}
        {phase.name === "failed" && uploadOptions && (
          <>
            <Alert severity="error" role="alert">
              {translate(phase.isCheck ? "upload.failedCheck" : "upload.failed", {
                reason: requestErrorText(translate, phase.error),
              })}
            </Alert>
            <div className="row">
              <Button variant="contained" onClick={() => (phase.isCheck ? check : store)(uploadOptions)}>
                {translate("upload.retry")}
              </Button>
              <Button variant="outlined" onClick={reset}>
                {translate("upload.back")}
              </Button>
            </div>
          </>
        )}
      </div>
      <LeaveDialog guard={guard} text="upload.leaveText" onLeave={cancel} />
    </>
  );
}

interface UploadRunningProps {
  readonly phase: Extract<UploadPhase, { name: "running" }>;
  readonly onCancel: () => void;
}

/** Progress of the upload and of its processing. */
function UploadRunning({ phase: { isCheck, progress }, onCancel }: UploadRunningProps) {
  const translate = useTranslate();
  const numbers = new Intl.NumberFormat(useLocale());
  const isSending = progress.sent < 1;
  return (
    <>
      <LinearProgress
        aria-label={translate("upload.progress")}
        variant="determinate"
        value={Math.round((isSending ? progress.sent : progress.share) * 100)}
      />
      <p>
        {isSending
          ? translate("upload.sending", { percent: Math.round(progress.sent * 100) })
          : translate(isCheck ? "upload.checking" : "upload.storing", { lines: numbers.format(progress.lines) })}
      </p>
      <div className="row">
        <Button variant="outlined" onClick={onCancel} autoFocus>
          {translate("upload.cancel")}
        </Button>
      </div>
    </>
  );
}

interface UploadDoneProps {
  readonly descriptor: ResourceDescriptor;
  readonly report: CsvReport | null;
  /** URL of the list. */
  readonly home: string;
  readonly onAgain: () => void;
}

/** The result of an upload. */
function UploadDone({ descriptor, report, home, onAgain }: UploadDoneProps) {
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
