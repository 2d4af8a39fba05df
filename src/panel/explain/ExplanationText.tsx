import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { Question } from "./question.ts";
import { useExplanation } from "./useExplanation.ts";

/** The rule that refuses, who could, and what to do. */
export function ExplanationText({ question }: { question: Question }) {
  const translate = useTranslate();
  const { rule, who, next } = useExplanation(question);
  return (
    <>
      <Typography gutterBottom>{rule}</Typography>
      {who && (
        <Typography gutterBottom>
          <strong>{translate("app.explain.who")}</strong> {who}
        </Typography>
      )}
      <Typography color="textSecondary">{next}</Typography>
    </>
  );
}
