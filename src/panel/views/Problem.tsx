import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { HttpError, useTranslate } from "ra-core";
import type { Question } from "../explain/question.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
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
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={onRetry}>
          {translate("views.problem.retry")}
        </Button>
      }
    >
      {translate("views.problem.failed", { reason: refusalText(translate, error) })}
    </Alert>
  );
}
