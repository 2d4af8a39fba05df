import type { ReactNode } from "react";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import styles from "../kinds.module.css";

/** Gaps that an ungrouped number keeps free, and the width of each (kinds.css). */
const gaps = 5;
const gap = 0.3;

interface GroupedNumberProps {
  readonly text: string;
  /** More text follows: no room is kept free. */
  readonly isInside: boolean;
  /** Shown if there is no such number. */
  readonly children: ReactNode;
}

/** An international number in the groups of its country, as wide as it was without unless text follows. */
export function GroupedNumber({ text, isInside, children }: GroupedNumberProps) {
  const groups = readableNumber(text).split(/\D*[\s-]\D*/);
  if (groups.length === 1) return children;
  const free = isInside ? 0 : Math.max(gaps - groups.length + 1, 0) * gap;
  return (
    <span className={`unbroken ${styles.number}`} style={{ paddingInlineEnd: `${free}em` }}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal and do not move
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
