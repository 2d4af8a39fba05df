import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { insertAtCursor } from "../insertAtCursor.ts";
import styles from "./editor.module.css";
import { splitLines, type Token } from "./tokens.ts";

export interface CodeAreaHandle {
  /** Puts a text where the cursor is. */
  insert(text: string): void;
  /** Selects a line, counted from 1. */
  goTo(line: number): void;
}

interface CodeAreaProps {
  readonly ref: Ref<CodeAreaHandle>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly: boolean;
  /** The parts of a text that are coloured; all of it, in order. */
  readonly tokens: (text: string) => readonly Token[];
  /** Lines with an error. */
  readonly marked: ReadonlySet<number>;
}

/** A text of many lines with their numbers, in colours. */
export function CodeArea({ ref, label, value, onChange, readOnly, tokens, marked }: CodeAreaProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, left: 0 });
  const lines = useMemo(() => splitLines(tokens(value)), [tokens, value]);
  useImperativeHandle(ref, () => ({
    insert: (text) => {
      if (area.current) insertAtCursor(area.current, text);
    },
    goTo: (line) => {
      const { current } = area;
      if (!current) return;
      const before = current.value.split("\n").slice(0, line - 1);
      const start = before.reduce((length, text) => length + text.length + 1, 0);
      current.focus();
      current.setSelectionRange(start, start + (current.value.split("\n")[line - 1]?.length ?? 0));
      current.scrollTop = (current.scrollHeight / lines.length) * Math.max(0, line - 5);
    },
  }));
  return (
    <div className={`card flex below-12 mono cut ${styles.area}`}>
      <ol ref={numbers} className="rigid quiet text-end" aria-hidden>
        {lines.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <li key={index} className={marked.has(index + 1) ? styles.isMarked : undefined}>
            {index + 1}
          </li>
        ))}
      </ol>
      <div className={`grow relative cut ${styles.text}`}>
        <CodeColours lines={lines} {...scrolled} />
        <textarea
          ref={area}
          aria-label={label}
          value={value}
          readOnly={readOnly}
          spellCheck={false}
          wrap="off"
          rows={28}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget: { scrollTop: top, scrollLeft: left } }) => {
            if (numbers.current) numbers.current.scrollTop = top;
            setScrolled({ top, left });
          }}
        />
      </div>
    </div>
  );
}

/** Height of a line in pixels, as the style sheet has it. */
const LINE_HEIGHT_PX = 18;
/** Lines that are drawn: those in view and some more. */
const MAX_DRAWN_LINES = 40;

const colours: Readonly<Record<Token["kind"], string | undefined>> = {
  tag: "accent",
  attribute: "info",
  value: "success",
  comment: styles.comment,
  directive: "warning",
  text: undefined,
};

interface CodeColoursProps {
  readonly lines: readonly (readonly Token[])[];
  /** Scroll offset of the text, in pixels. */
  readonly top: number;
  readonly left: number;
}

/** The lines in view in colours, below a text area whose own text is transparent. */
function CodeColours({ lines, top, left }: CodeColoursProps): ReactNode {
  const first = Math.max(0, Math.floor(top / LINE_HEIGHT_PX) - 3);
  return (
    <pre className={`pad-8 absolute cut ${styles.colours}`} aria-hidden>
      <code className="block" style={{ transform: `translate(${-left}px, ${first * LINE_HEIGHT_PX - top}px)` }}>
        {lines.slice(first, first + MAX_DRAWN_LINES).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={first + index}>
            {line.map(({ kind, text }, tokenIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              <span key={tokenIndex} className={colours[kind]}>
                {text}
              </span>
            ))}
            {"\n"}
          </span>
        ))}
      </code>
    </pre>
  );
}
