import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useTranslate } from "ra-core";
import { useId } from "react";
import { ExplanationText } from "./ExplanationText.tsx";
import type { Question } from "./question.ts";
import { useExplanation } from "./useExplanation.ts";

export interface WhyDialogProps {
  readonly question: Question;
  readonly onClose: () => void;
}

/** Answers "Why can I not …?". */
export function WhyDialog({ question, onClose }: WhyDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const textId = useId();
  const { title } = useExplanation(question);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId} aria-describedby={textId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent id={textId}>
        <ExplanationText question={question} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate("app.explain.close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
