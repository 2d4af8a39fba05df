import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FilledTemplate } from "../../providers/deviceFiles.ts";
import { FileText } from "./FileText.tsx";

interface FilledFileProps {
  /** Undefined while it is filled in. */
  readonly filled: FilledTemplate | undefined;
  readonly label: string;
}

/** The file that a template gives, and from which line on it is none of its format. */
export function FilledFile({ filled, label }: FilledFileProps): ReactNode {
  const translate = useTranslate();
  if (!filled || filled.text === null) return null;
  const { text, broken } = filled;
  return (
    <>
      {broken !== null && <Alert severity="warning">{translate("devices.template.broken", { line: broken })}</Alert>}
      <FileText text={text} marked={broken} label={label} />
    </>
  );
}
