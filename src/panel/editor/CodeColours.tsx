import type { ReactNode } from "react";
import type { Token } from "./markupTokens.ts";

/** Height of a line in pixels, as the style sheet has it. */
const LINE = 18;
/** Lines that are drawn: those in view and some more. */
const DRAWN = 40;

interface CodeColoursProps {
  readonly lines: readonly (readonly Token[])[];
  /** How far the text is scrolled, in pixels. */
  readonly top: number;
  readonly left: number;
}

/** The lines in view in colours, below a text area whose own text is transparent. */
export function CodeColours({ lines, top, left }: CodeColoursProps): ReactNode {
  const first = Math.max(0, Math.floor(top / LINE) - 3);
  return (
    <pre className="code-colours" aria-hidden>
      <code style={{ transform: `translate(${-left}px, ${first * LINE - top}px)` }}>
        {lines.slice(first, first + DRAWN).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={first + index} className="code-line">
            {line.map(({ kind, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              <span key={place} className={kind === "text" ? undefined : `code-${kind}`}>
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
