import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { HttpError, useTranslate } from "react-admin";
import { formatDateTime } from "../../core/values/dateTime.ts";
import { browserZone } from "../kinds/time/browserZone.ts";
import { FactsSkeleton } from "../kit/Skeletons.tsx";
import { type Incident, incidentOf } from "../providers/errors.ts";
import { useCopy } from "../ui/useCopy.ts";
import type { AccessQuestion } from "./explain/accessQuestion.ts";
import { WhyButton } from "./explain/WhyButton.tsx";
import { requestErrorText } from "./requestErrorText.ts";

interface LoadErrorProps {
  readonly error: unknown;
  /** The forbidden action on a resource, for users without the right. */
  readonly question?: AccessQuestion;
  readonly onRetry: () => void;
}

/** Shows why loading failed. Offers a retry unless the response would be the same. */
export function LoadError({ error, question, onRetry }: LoadErrorProps) {
  const translate = useTranslate();
  const status = error instanceof HttpError ? error.status : undefined;
  if (status === 403) {
    return (
      <Alert severity="warning" action={question && <WhyButton question={question} hasLabel />}>
        {translate("views.problem.forbidden")}
      </Alert>
    );
  }
  if (status === 404) return <Alert severity="info">{translate("views.problem.gone")}</Alert>;
  const incident = incidentOf(error);
  const reason = requestErrorText(translate, error);
  return (
    <Alert
      severity="error"
      action={
        <>
          {incident && <CopyIncident incident={incident} />}
          <Button color="inherit" onClick={onRetry}>
            {translate("views.problem.retry")}
          </Button>
        </>
      }
    >
      {translate("views.problem.failed", { reason })}
      {incident && !reason.includes(incident.incident) && (
        <div>
          {translate("app.page.incident", {
            ...incident,
            time: formatDateTime(new Date(incident.time), browserZone(), { seconds: true }),
          })}
        </div>
      )}
    </Alert>
  );
}

interface LoadStateProps extends Pick<LoadErrorProps, "question"> {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  /** Shown until it has loaded. */
  readonly loading?: ReactNode;
}

/** Stands in place of records that have not loaded: a skeleton, or why they could not be. */
export function LoadState({ query: { error, refetch }, question, loading = <FactsSkeleton /> }: LoadStateProps) {
  return error ? <LoadError error={error} question={question} onRetry={() => void refetch()} /> : loading;
}

/** Details for a bug report: what happened, when and where. */
function CopyIncident({ incident: { incident, time } }: { readonly incident: Incident }) {
  const translate = useTranslate();
  const copy = useCopy();
  const report = [incident, time, window.location.href].join(" ");
  return (
    <Button color="inherit" onClick={() => void copy(report)}>
      {translate("app.notice.copy")}
    </Button>
  );
}
