import LockOutlined from "@mui/icons-material/LockOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useTranslate } from "react-admin";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { AccessQuestion } from "./accessQuestion.ts";
import { useExplanation } from "./Explanation.tsx";

const WhyDialog = lazyPart(() => import("./WhyDialog.tsx"), "WhyDialog");

interface WhyButtonProps {
  readonly question: AccessQuestion;
  /** With a label, in a message; otherwise a small lock in place of the action or input. */
  readonly hasLabel?: boolean;
}

/** Opens the explanation of a missing right. */
export function WhyButton({ question, hasLabel = false }: WhyButtonProps) {
  const translate = useTranslate();
  const { title } = useExplanation(question);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {hasLabel ? (
        <Button color="inherit" size="small" aria-label={title} aria-haspopup="dialog" onClick={open}>
          {translate("app.explain.button")}
        </Button>
      ) : (
        <IconButton title={title} aria-label={title} aria-haspopup="dialog" onClick={open}>
          <LockOutlined fontSize="small" />
        </IconButton>
      )}
      {isOpen && <WhyDialog question={question} onClose={() => setIsOpen(false)} />}
    </>
  );
}
