import LockOutlined from "@mui/icons-material/LockOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useTranslate } from "ra-core";
import { lazy, Suspense, useState } from "react";
import type { Question } from "./question.ts";
import { useExplanation } from "./useExplanation.ts";

const WhyDialog = lazy(async () => ({ default: (await import("./WhyDialog.tsx")).WhyDialog }));

export interface WhyButtonProps {
  readonly question: Question;
  /** With words, in a message; else a small lock where the action or the input would be. */
  readonly hasWords?: boolean;
}

/** Opens the explanation of something that is refused. */
export function WhyButton({ question, hasWords = false }: WhyButtonProps) {
  const translate = useTranslate();
  const { title } = useExplanation(question);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {hasWords ? (
        <Button color="inherit" size="small" aria-label={title} aria-haspopup="dialog" onClick={open}>
          {translate("app.explain.button")}
        </Button>
      ) : (
        <IconButton title={title} aria-label={title} aria-haspopup="dialog" onClick={open}>
          <LockOutlined fontSize="small" />
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <WhyDialog question={question} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
