import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { useTranslate } from "react-admin";
import type { AccessQuestion } from "./accessQuestion.ts";
import { ExplanationText, useExplanation } from "./Explanation.tsx";

interface WhyDialogProps {
  readonly question: AccessQuestion;
  readonly onClose: () => void;
}

/** Answers "Why can’t I …?". */
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
