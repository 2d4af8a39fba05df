import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useCopy } from "../shell/useCopy.ts";

interface CopyButtonProps {
  /** Asked for when it is wanted, where it is not known before. */
  readonly text: string | (() => string);
  /** "Copy" unless given. */
  readonly label?: string;
}

/** Puts a text into the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const translate = useTranslate();
  const copy = useCopy();
  return (
    <Button size="small" onClick={() => void copy(typeof text === "string" ? text : text())}>
      {label ?? translate("app.notice.copy")}
    </Button>
  );
}
