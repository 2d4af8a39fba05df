import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { useCopy } from "../ui/useCopy.ts";

interface CopyButtonProps {
  /** Fetches the text on click, where it is not known up front. */
  readonly text: string | (() => string);
  /** Defaults to "Copy". */
  readonly label?: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const translate = useTranslate();
  const copy = useCopy();
  return (
    <Button size="small" onClick={() => void copy(typeof text === "string" ? text : text())}>
      {label ?? translate("app.notice.copy")}
    </Button>
  );
}
