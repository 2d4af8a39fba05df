import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslate } from "react-admin";
import { startJob, toRefusal } from "../../providers/bulkJobs.ts";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { attend, forgetEnd } from "../../views/jobs/attended.ts";
import { isRunning } from "../../views/jobs/jobsQuery.ts";
import { refreshAfterJob, rememberJob, useJob } from "../../views/jobs/useJobs.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Most failures that are named. */
const namedAtMost = 5;

/** Puts back all that a bulk run has changed, as a job of the platform. */
export function RestoreRun({ run }: { readonly run: string }) {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const starting = useMutation({
    mutationFn: () => startJob({ action: "restore", run }),
    onSuccess: (job) => rememberJob(queryClient, job),
  });
  const id = starting.data?.id ?? null;
  const { data: job } = useJob(id);
  const hasEnded = job !== undefined && !isRunning(job);
  useEffect(() => (id === null ? undefined : attend(id)), [id]);
  useEffect(() => {
    if (!hasEnded || id === null) return;
    forgetEnd(id);
    refreshAfterJob(queryClient);
  }, [hasEnded, id, queryClient]);
  const { done = 0, failed = 0, total = 0, failures = [] } = job ?? {};
  return (
    <div className="journal-run">
      <Button
        variant="outlined"
        loading={starting.isPending || (job !== undefined && !hasEnded)}
        onClick={() => setIsAsking(true)}
      >
        {translate("history.wholeRun.do")}
      </Button>
      {starting.error ? <Alert severity="error">{refusalText(translate, starting.error)}</Alert> : null}
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
          starting.mutate();
        }}
      />
    </div>
  );
}
