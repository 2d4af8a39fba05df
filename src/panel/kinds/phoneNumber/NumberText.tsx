import { lazy, type ReactNode, Suspense } from "react";
import styles from "../kinds.module.css";

/** The world's numbering plans are large, and a list is readable without them: they load once it has been painted. */
const GroupedNumber = lazy(async () => {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return { default: (await import("./GroupedNumber.tsx")).GroupedNumber };
});

/** Fewer digits are an extension or a short code, more are no number. */
const international = /^\+?[1-9]\d{7,14}$/;

interface NumberTextProps {
  /** A number, an extension or a SIP address. */
  readonly text: string;
  /** Shown until its groups are known, by default the text. */
  readonly children?: ReactNode;
  /** More text follows, before which free room would look like a gap. */
  readonly isInside?: boolean;
}

/**
 * Shown as +44 20 7946 0113 where it is an international number, copied as +442079460113: the gaps are margins, not
 * characters. Their place is kept free until the groups are known, unless text follows.
 */
export function NumberText({ text, children = text, isInside = false }: NumberTextProps) {
  if (!international.test(text)) return children;
  const room = isInside ? "" : ` ${styles.isUngrouped}${text.startsWith("+") ? "" : ` ${styles.isDigits}`}`;
  const ungrouped = <span className={`unbroken ${styles.number}${room}`}>{children}</span>;
  return (
    <Suspense fallback={ungrouped}>
      <GroupedNumber text={text} isInside={isInside}>
        {ungrouped}
      </GroupedNumber>
    </Suspense>
  );
}
