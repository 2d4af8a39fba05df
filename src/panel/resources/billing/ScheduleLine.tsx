import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from "react";
import { useTranslate } from "react-admin";
import { formatDate, formatDateTime } from "../../../core/values/dateTime.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { daysAfter, type Handle, nearestMidnight, type Period } from "./schedule.ts";
import styles from "./scheduleLine.module.css";

const DAY_MS = 86_400_000;
/** Days that a key moves an end by. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -30,
  PageUp: 30,
};

interface ScheduleLineProps {
  /** Periods from now on; the first may have begun. */
  readonly periods: readonly Period[];
  readonly handles: readonly Handle[];
  readonly now: Date;
  readonly nameOf: (profileId: number | null) => string;
  readonly isChosen: (period: Period) => boolean;
  readonly onChoose: (period: Period) => void;
  readonly onMove: (handle: Handle, to: Date) => void;
}

/** A line of time with the periods to come, whose ends are moved by dragging and by keyboard. */
export function ScheduleLine({
  periods,
  handles,
  now,
  nameOf,
  isChosen,
  onChoose,
  onMove,
}: ScheduleLineProps): ReactNode {
  const translate = useTranslate();
  const hintId = useId();
  const line = useRef<HTMLDivElement>(null);
  const zone = browserZone();
  const span = spanOf(handles, now);
  const leftOf = (instant: Date) =>
    `${Math.min(100, Math.max(0, (100 * (instant.getTime() - now.getTime())) / span))}%`;
  const instantAt = ({ clientX }: PointerEvent) => {
    const { left, width } = line.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return nearestMidnight(new Date(now.getTime() + ((clientX - left) / width) * span), zone);
  };
  const labelOf = ({ instant }: Handle) => {
    const nameAt = (period: Period | undefined) => nameOf(period?.interval.profileId ?? null);
    return translate("details.schedule.handle", {
      before: nameAt(periods.find(({ to }) => to?.getTime() === instant.getTime())),
      after: nameAt(periods.find(({ from }) => from.getTime() === instant.getTime())),
    });
  };
  const onKeyDown = (handle: Handle) => (event: KeyboardEvent) => {
    const days = steps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    onMove(handle, daysAfter(handle.instant, days, zone));
  };
  return (
    <>
      <div ref={line} className={`relative above-16 below-8 round-6 ${styles.line}`}>
        {periods.map((period) => {
          const { from, to, interval } = period;
          const begin = from < now ? now : from;
          return (
            <button
              key={from.getTime()}
              type="button"
              aria-pressed={isChosen(period)}
              className={`clip ${interval.item === undefined ? "" : styles.isFuture}`}
              style={{ left: leftOf(begin), right: to ? `calc(100% - ${leftOf(to)})` : 0 }}
              onClick={() => onChoose(period)}
            >
              {nameOf(interval.profileId)}
            </button>
          );
        })}
        {handles.map((handle, index) => (
          <div
            // An end stays one element while it moves: it has the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: ends never change their order
            key={index}
            role="slider"
            tabIndex={0}
            className={`absolute ${styles.handle}`}
            style={{ left: leftOf(handle.instant) }}
            aria-label={labelOf(handle)}
            aria-describedby={hintId}
            aria-valuemin={0}
            aria-valuemax={Math.ceil(span / DAY_MS)}
            aria-valuenow={Math.round((handle.instant.getTime() - now.getTime()) / DAY_MS)}
            aria-valuetext={formatDateTime(handle.instant, zone)}
            onKeyDown={onKeyDown(handle)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(handle, instantAt(event));
            }}
          />
        ))}
      </div>
      <div className="note flex between" aria-hidden>
        <span>{formatDate(now, zone)}</span>
        <span>{formatDate(new Date(now.getTime() + span), zone)}</span>
      </div>
      {handles.length > 0 && (
        <p id={hintId} className="quiet">
          {translate("details.schedule.hint")}
        </p>
      )}
    </>
  );
}

/** Milliseconds from now to the right edge: a year, or somewhat beyond the last end. */
function spanOf(handles: readonly Handle[], now: Date): number {
  const last = handles.at(-1)?.instant.getTime() ?? 0;
  return Math.max(365 * DAY_MS, (last - now.getTime()) * 1.25);
}
