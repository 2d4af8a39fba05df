import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { BulkJob } from "../../../core/api/jobs.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { Moment } from "../../kinds/time/Moment.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import { recordPath } from "../../navigation/recordPath.ts";
import { toJobError } from "../../providers/jobs.ts";
import { useResource } from "../../providers/resources.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { formatList, type Translate } from "../../providers/texts.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { requestErrorText } from "../requestErrorText.ts";
import bulkStyles from "./bulk.module.css";
import styles from "./jobs.module.css";
import { isRunning } from "./jobsQuery.ts";
import { canUndo, jobOutcome, useJob, useJobControl } from "./useJobs.ts";

interface JobLineProps {
  readonly job: BulkJob;
  /** A link was followed. */
  readonly onLeave: () => void;
}

/** One job: what it does, how far it is, and what can be done about it. Suspends until its resource is loaded. */
export function JobLine({ job, onLeave }: JobLineProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const counted = useCounted();
  const access = useAccess();
  const titleId = useId();
  const steer = useJobControl();
  const { descriptor } = useResource(job.resource);
  const steering = useMutation({ mutationFn: (act: "stop" | "continue" | "undo") => steer(job.id, act) });
  const { done, failed, total, interrupted, restored_by, started } = job;
  const name = translate(nameKey(job.resource), { smart_count: 2 });
  const numbers = { done, failed, left: total - done - failed, tried: done + failed };
  const title = counted("bulk.title", total, { verb: jobActionText(translate, locale, job), name });
  const canContinue = !isRunning(job) && (failed > 0 || numbers.left > 0);
  return (
    <li aria-labelledby={titleId} className={`stack gap-8 line-above text-13 ${styles.job}`}>
      <div className="gap-12 flex between">
        <strong id={titleId}>{title}</strong>
        <Moment at={started} className="quiet" />
      </div>
      {isRunning(job) && (
        <LinearProgress
          variant="determinate"
          value={(numbers.tried / Math.max(total, 1)) * 100}
          aria-label={translate("bulk.progress")}
        />
      )}
      <div role="status">
        {interrupted
          ? translate("bulk.jobs.interrupted")
          : isRunning(job)
            ? counted("bulk.running", total, numbers)
            : translate(`bulk.finished.${jobOutcome(job)}`, numbers)}
        {restored_by !== null && <span className="quiet"> {translate("bulk.jobs.undone")}</span>}
      </div>
      {failed > 0 && <Failures descriptor={descriptor} job={job} onLeave={onLeave} />}
      {steering.error ? <Alert severity="error">{requestErrorText(translate, steering.error)}</Alert> : null}
      <div className="row outdent gap-4 across-16 middle">
        {isRunning(job) && (
          <Button size="small" loading={steering.isPending} onClick={() => steering.mutate("stop")}>
            {translate("bulk.stop")}
          </Button>
        )}
        {canUndo(job) && (
          <Button size="small" loading={steering.isPending} onClick={() => steering.mutate("undo")}>
            {translate("ra.action.undo")}
          </Button>
        )}
        {canContinue && (
          <Button size="small" loading={steering.isPending} onClick={() => steering.mutate("continue")}>
            {translate(numbers.left > 0 ? "bulk.goOn" : "bulk.retry")}
          </Button>
        )}
        {done > 0 && access.canOpen("page.journal", "read") && (
          <Link component={RouterLink} to={`/journal?run=${job.run}`} onClick={onLeave}>
            {translate("bulk.jobs.show")}
          </Link>
        )}
      </div>
    </li>
  );
}

function jobActionText(translate: Translate, locale: string, job: BulkJob): string {
  const { action, resource, changes, terminates } = job;
  if (action === "restore") return translate("ra.action.undo");
  if (action === "remove") return translate(terminates ? "bulk.terminate" : "bulk.delete");
  return formatList(
    Object.keys(changes).map((field) => translate(fieldKey(resource, field))),
    locale,
  );
}

/** Most failures that are listed here. */
const MAX_LISTED_FAILURES = 100;

interface FailuresProps extends JobLineProps {
  readonly descriptor: ResourceDescriptor;
}

/** The records that were refused, with the reason; read when somebody wants to know. */
function Failures({ descriptor, job, onLeave }: FailuresProps) {
  const translate = useTranslate();
  const counted = useCounted();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useJob(isOpen ? job.id : null);
  return (
    <details
      className={`card shrink ${bulkStyles.rows}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="ring-inside">{counted("bulk.jobs.failures", job.failed)}</summary>
      <ul className={`divided anywhere ${styles.failures}`}>
        {data?.failures.slice(0, MAX_LISTED_FAILURES).map((failure) => {
          const path = recordPath(descriptor.name, "details", { id: failure.record_id });
          const reason = requestErrorText(translate, toJobError(failure));
          return (
            <li key={failure.record_id}>
              {path ? (
                <Link component={RouterLink} to={path} onClick={onLeave}>
                  {failure.title}
                </Link>
              ) : (
                failure.title
              )}{" "}
              <span className="quiet">{reason}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
