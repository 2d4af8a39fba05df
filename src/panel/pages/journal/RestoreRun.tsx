import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useEffect, useState } from "react";
import { useTranslate } from "react-admin";
import { toRefusal } from "../../providers/bulkJobs.ts";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { useOwnJob } from "../../views/jobs/useJobs.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Most failures that are named. */
const namedAtMost = 5;

/** Puts back all that a bulk run has changed, as a job of the platform. */
export function RestoreRun({ run }: { readonly run: string }) {
  const translate = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const { job, hasEnded, act, isActing, refusal, forget } = useOwnJob();
  useEffect(() => {
    if (hasEnded) forget();
  }, [hasEnded, forget]);
  const { done = 0, failed = 0, total = 0, failures = [] } = job ?? {};
  return (
    <div className="stack gap-8 at-start below-12">
      <Button
        variant="outlined"
        loading={isActing || (job !== undefined && !hasEnded)}
        onClick={() => setIsAsking(true)}
      >
        {translate("history.wholeRun.do")}
      </Button>
      {refusal ? <Alert severity="error">{refusalText(translate, refusal)}</Alert> : null}
      {job && !hasEnded && (
        <LinearProgress
          variant="determinate"
          value={((done + failed) / Math.max(total, 1)) * 100}
          aria-label={translate("history.wholeRun.do")}
        />
      )}
      {hasEnded && (
        <Alert severity={failed > 0 ? "warning" : "success"} role="status">
          {translate("history.wholeRun.finished", { done, count: total })}
          {failures.slice(0, namedAtMost).map((failure) => (
            <div key={failure.record_id}>
              {translate("history.wholeRun.failure", {
                title: failure.title,
                reason: refusalText(translate, toRefusal(failure)),
              })}
            </div>
          ))}
        </Alert>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("history.wholeRun.title")}
        text={translate("history.wholeRun.text")}
        confirmLabel={translate("history.restore.confirm")}
        cancelLabel={translate("history.restore.cancel")}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          act({ action: "restore", run });
        }}
      />
    </div>
  );
}
