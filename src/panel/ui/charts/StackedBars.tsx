import { useId } from "react";
import { useLocale } from "react-admin";
import styles from "./stackedBars.module.css";

export interface Bar {
  readonly key: string;
  /** Full label of the bar: "2026/11/21 16:00". */
  readonly label: string;
  /** Axis label; most bars have none. */
  readonly tick?: string;
  readonly lower: number;
  readonly upper: number;
}

interface StackedBarsProps {
  readonly title: string;
  /** Text alternative of the chart. */
  readonly description: string;
  readonly bars: readonly Bar[];
  /** Names of the series: the lower is filled, the upper hollow, so that they differ without colour. */
  readonly parts: { readonly lower: string; readonly upper?: string };
}

/**
 * A stacked bar chart of one or two series over time. The drawing is stretched to fit, its labels are not. Screen readers get
 * the description; a table of the same numbers belongs next to it.
 */
export function StackedBars({ title, description, bars, parts }: StackedBarsProps) {
  const id = useId();
  const locale = useLocale();
  const marks = niceScale(Math.max(0, ...bars.map(({ lower, upper }) => lower + upper)));
  const top = marks.at(-1) ?? 1;
  const ticks = bars.flatMap(({ key, tick }, index) =>
    tick === undefined ? [] : [{ key, tick, left: withinFrame(((index + 0.5) / bars.length) * 100) }],
  );
  const textOf = ({ lower, upper }: Bar) =>
    [
      `${lower.toLocaleString(locale)} ${parts.lower}`,
      ...(parts.upper === undefined ? [] : [`${upper.toLocaleString(locale)} ${parts.upper}`]),
    ].join(", ");
  return (
    <figure className={styles.bars}>
      <div className={`stack gap-2 across-8 ${styles.frame}`}>
        <div className={`note tight relative ${styles.scale}`} aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
              {mark.toLocaleString(locale)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-labelledby={`${id}t ${id}d`}
          viewBox={`0 0 ${bars.length * 10} 100`}
          preserveAspectRatio="none"
          className={styles.drawing}
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{description}</desc>
          {marks.map((mark) => (
            <line
              key={mark}
              className={styles.line}
              x1={0}
              x2={bars.length * 10}
              y1={yOf(mark, top)}
              y2={yOf(mark, top)}
            />
          ))}
          {bars.map((bar, index) => (
            <g key={bar.key} className={styles.bar}>
              <title>{`${bar.label}: ${textOf(bar)}`}</title>
              <rect className={styles.room} x={index * 10} width={10} y={0} height={100} />
              <rect
                className={styles.lower}
                x={index * 10 + 1.5}
                width={7}
                y={yOf(bar.lower, top)}
                height={100 - yOf(bar.lower, top)}
              />
              {bar.upper > 0 && (
                <rect
                  className={styles.upper}
                  x={index * 10 + 1.5}
                  width={7}
                  y={yOf(bar.lower + bar.upper, top)}
                  height={yOf(bar.lower, top) - yOf(bar.lower + bar.upper, top)}
                />
              )}
            </g>
          ))}
        </svg>
        <div className={`note relative cut ${styles.ticks}`} aria-hidden="true">
          {ticks.map(({ key, tick, left }, index) => (
            <span key={key} className={index % 2 === 0 ? styles.between : undefined} style={{ left }}>
              {tick}
            </span>
          ))}
        </div>
      </div>
      <figcaption className={`row gap-4 across-16 note tight ${styles.legend}`} aria-hidden="true">
        <span className={`${styles.key} ${styles.keyLower}`}>{parts.lower}</span>
        {parts.upper !== undefined && <span className={`${styles.key} ${styles.keyUpper}`}>{parts.upper}</span>}
      </figcaption>
    </figure>
  );
}

/** Centres a label below its bar, unless it would be cut off at an edge. */
function withinFrame(percent: number): string {
  return `clamp(1.8em, ${percent}%, 100% - 1.8em)`;
}

function yOf(value: number, top: number): number {
  return 100 - (value / top) * 100;
}

/** Ticks of an axis from 0: round numbers, the last at or above the maximum, at most five. */
export function niceScale(largest: number): number[] {
  const step = niceStep(Math.max(largest, 1) / 4);
  const marks = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: marks + 1 }, (_, index) => index * step);
}

/** The next of 1, 2, 5, 10, 20, 50 and so on; counts have no fractions. */
function niceStep(rough: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  return Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
}
