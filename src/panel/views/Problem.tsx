import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { HttpError, useTranslate } from "ra-core";
import { formatDateTime } from "../../core/dateTime.ts";
import type { Question } from "../explain/question.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
import { browserZone } from "../kinds/dateTime/browserZone.ts";
import { type Incident, incidentOf } from "../providers/incident.ts";
import { useCopy } from "../shell/useCopy.ts";
import { refusalText } from "./record/refusalText.ts";

interface ProblemProps {
  readonly error: unknown;
  /** What was wanted of a resource, for who may not have it. */
  readonly question?: Question;
  readonly onRetry: () => void;
}

/** Why something could not be loaded. Another try is offered unless the answer would be the same. */
export function Problem({ error, question, onRetry }: ProblemProps) {
  const translate = useTranslate();
  const status = error instanceof HttpError ? error.status : undefined;
  if (status === 403) {
    return (
      <Alert severity="warning" action={question && <WhyButton question={question} hasWords />}>
        {translate("views.problem.forbidden")}
      </Alert>
    );
  }
  if (status === 404) return <Alert severity="info">{translate("views.problem.gone")}</Alert>;
  const incident = incidentOf(error);
  const reason = refusalText(translate, error);
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
        <Box component="span" sx={{ display: "block" }}>
          {translate("app.page.incident", {
            ...incident,
            time: formatDateTime(new Date(incident.time), browserZone(), { seconds: true }),
          })}
        </Box>
      )}
    </Alert>
  );
}

/** For whoever reports it: what happened, when and where. */
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
