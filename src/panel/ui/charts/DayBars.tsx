import styles from "./dayBars.module.css";
import barStyles from "./stackedBars.module.css";

export interface DayBar {
  readonly key: string;
  /** "Monday, 2 March: 12 calls". */
  readonly label: string;
  readonly lower: number;
  readonly upper: number;
}

interface DayBarsProps {
  /** Text alternative: what it shows, and its figures in a sentence. */
  readonly label: string;
  readonly bars: readonly DayBar[];
}

/** Lowest height of a bar in per cent, so that one call stays visible next to hundreds. */
const MIN_BAR_PERCENT = 6;

/**
 * A chart of one line's height without axes: the lower part is filled, the upper hollow. Place its figures next to it.
 */
export function DayBars({ label, bars }: DayBarsProps) {
  const top = Math.max(1, ...bars.map(({ lower, upper }) => lower + upper));
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(MIN_BAR_PERCENT, (value / top) * 100));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * 10} 100`}
      preserveAspectRatio="none"
      className={`block full ${styles.dayBars}`}
    >
      {bars.map(({ key, label: title, lower, upper }, index) => {
        const [filled, hollow] = [heightOf(lower), heightOf(upper)];
        return (
          <g key={key} className={barStyles.bar}>
            <title>{title}</title>
            <rect className={barStyles.room} x={index * 10} width={10} y={0} height={100} />
            <rect className={barStyles.lower} x={index * 10 + 1} width={8} y={100 - filled} height={filled} />
            <rect
              className={styles.upper}
              x={index * 10 + 1}
              width={8}
              y={Math.max(0, 100 - filled - hollow)}
              height={hollow}
            />
          </g>
        );
      })}
      <line className={styles.ground} x1={0} x2={bars.length * 10} y1={100} y2={100} />
    </svg>
  );
}
