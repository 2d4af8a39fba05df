import "./fileText.css";
import type { ReactNode } from "react";

interface FileTextProps {
  readonly text: string;
  readonly label: string;
  /** A line with a problem, counted from 1. */
  readonly marked?: number | null;
}

/** A file to read, with the numbers of its lines. */
export function FileText({ text, label, marked = null }: FileTextProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="file-text" aria-label={label} tabIndex={0} translate="no">
      <ol>
        {text.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <li key={index} className={index + 1 === marked ? "is-marked" : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </section>
  );
}
