import type { ComponentPropsWithoutRef, DragEvent, ReactNode } from "react";
import { useLocale } from "react-admin";
import { formatDuration } from "../../../core/values/duration.ts";
import styles from "./forwards.module.css";

interface FlowNodeProps {
  /** Above the box; empty: it says all itself. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onDragOver?: (event: DragEvent) => void;
  readonly onDrop?: (event: DragEvent) => void;
}

/** A box of the way; a line leads to it from the one before. */
export function FlowNode({ label, className = "", children, ...drop }: FlowNodeProps) {
  return (
    <li className={`stack gap-2 packed fit ${className}`} {...drop}>
      {label !== "" && <span className="note tight">{label}</span>}
      <div className={`card stack gap-2 pad-8-12 anywhere ${styles.flowBox}`}>{children}</div>
    </li>
  );
}

interface StepBoxProps extends ComponentPropsWithoutRef<"button"> {
  /** Key of the step. */
  readonly step: string;
  readonly isOpen: boolean;
  /** Absent: it is only shown. */
  readonly onToggle?: () => void;
}

/** A step in its box, which opens it to be edited. */
export function StepBox({ step, isOpen, onToggle, children, ...handlers }: StepBoxProps) {
  const className = `card stack gap-2 text-start ${styles.flowStep}`;
  if (!onToggle) return <div className={className}>{children}</div>;
  return (
    <button
      type="button"
      className={className}
      data-step={step}
      aria-expanded={isOpen}
      onClick={onToggle}
      {...handlers}
    >
      {children}
    </button>
  );
}

/** The ringing time: in words, and as a bar whose full length is a minute or more. */
export function TimeBar({ seconds }: { readonly seconds: number }) {
  const locale = useLocale();
  return (
    <span className="stack gap-2">
      <span>{formatDuration(seconds, locale)}</span>
      <span className={styles.flowTimeBar} style={{ width: `${Math.min(100, (seconds / 60) * 100)}%` }} aria-hidden />
    </span>
  );
}
