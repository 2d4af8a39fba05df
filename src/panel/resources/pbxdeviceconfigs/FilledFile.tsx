import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FilledTemplate } from "../../providers/deviceFiles.ts";
import styles from "./fileText.module.css";

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

interface FileTextProps {
  readonly text: string;
  readonly label: string;
  /** A line with an error, counted from 1. */
  readonly marked?: number | null;
}

/** A file to read, with the numbers of its lines. */
function FileText({ text, label, marked = null }: FileTextProps): ReactNode {
  return (
    <section
      className={`card scroll mono above-8 below-16 ${styles.fileText}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      translate="no"
    >
      <ol>
        {text.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <li key={index} className={index + 1 === marked ? styles.isMarked : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}
