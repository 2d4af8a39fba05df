import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import {
  changeTime,
  DAY,
  drawTime,
  STEP,
  spanOf,
  type TimeShift,
  type WeekTime,
} from "../../../core/telephony/weekTimes.ts";
import { weekdayName } from "../../../core/values/calendarNames.ts";
import { formatTimeOfDay } from "../../../core/values/dateTime.ts";
import type { Translate } from "../../providers/texts.ts";
import { membersOf } from "../controls/Members.tsx";
import styles from "./week.module.css";

export interface WeekPictureProps {
  /** Times of a week as in the API; what is not one yet has no bar. */
  readonly value: Json | undefined;
  readonly label: string;
  readonly isSmall?: boolean;
  /** Absent: the picture only shows them. */
  readonly onChange?: (value: Json) => void;
}

/** The times of a week as bars, one line for a day. They are drawn, moved, resized and removed by pointer and keyboard. */
export function WeekPicture({ value, label, isSmall, onChange }: WeekPictureProps): ReactNode {
  const help = useId();
  const translate = useTranslate();
  const locale = useLocale();
  const { short, long } = weekdays(locale);
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const times = items.map(toWeekTime);
  const drag = useDrag({ items, times, onChange });
  const { plane, focusBar } = useBarFocus();
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const change = changeBy(event);
    if (change) onChange?.(withTimeChanged({ items, times }, index, change));
    else if (event.key === "Delete" || event.key === "Backspace") {
      onChange?.(items.toSpliced(index, 1));
      focusBar(Math.max(index - 1, 0));
    } else return;
    event.preventDefault();
  };

  return (
    <div className={`stack gap-2 across-8 ${styles.week} ${isSmall ? styles.isSmall : "below-12"}`}>
      <div className={`second note flex between ${styles.hours}`} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <div className={`note ${styles.names}`} aria-hidden>
        {short.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame */}
      <div
        ref={plane}
        className={`relative round-6 ${styles.plane} ${onChange ? styles.isEdited : ""}`}
        role="group"
        aria-label={translate("week.label", { label })}
        aria-describedby={onChange && help}
        {...(onChange ? drag : {})}
      >
        {times.map((time, index) => {
          const [from, to] = spanOf(time);
          const day = long[time.weekday];
          if (day === undefined) return null;
          const text = describeSpan({ from, to }, day, translate);
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a time is changed in its place
              key={index}
              className={`absolute ${styles.bar}`}
              title={text}
              data-index={index}
              style={{
                insetBlockStart: `calc(${(time.weekday / 7) * 100}% + 3px)`,
                insetInlineStart: share(from),
                width: share(to - from),
              }}
              {...(onChange
                ? {
                    role: "slider",
                    tabIndex: 0,
                    "aria-label": label,
                    "aria-valuemin": 0,
                    "aria-valuemax": DAY,
                    "aria-valuenow": from,
                    "aria-valuetext": text,
                    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
                  }
                : { role: "img", "aria-label": text })}
            />
          );
        })}
      </div>
      {onChange && (
        <p className="second note tight" id={help}>
          {translate("week.help")}
        </p>
      )}
    </div>
  );
}

const secondsOfKey: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP };
const daysOfKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Returns the change that a key makes; null for other keys. */
function changeBy({ key, shiftKey }: KeyboardEvent): TimeShift | null {
  const by = secondsOfKey[key];
  if (by !== undefined) return shiftKey ? { to: by } : { from: by, to: by };
  const days = daysOfKey[key];
  return days === undefined ? null : { days };
}

interface Week {
  readonly items: readonly Json[];
  /** The items as times. */
  readonly times: readonly WeekTime[];
}

/** The items after a change of one, whose other members are kept. */
function withTimeChanged({ items, times }: Week, index: number, change: TimeShift): Json {
  const time = changeTime(times, index, change);
  return time ? items.with(index, { ...membersOf(items[index]), ...time }) : [...items];
}

/** Pixels from an edge of a bar within which it is resized instead of moved. */
const EDGE = 8;

/** A drag of a bar or its edge, or of a new time from where the pointer went down. */
interface Drag {
  readonly plane: DOMRect;
  /** The week when the drag began: a time that a step passes over comes to no harm. */
  readonly week: Week;
  readonly bar?: { readonly index: number; readonly part: "from" | "to" | "all" };
  /** The position where it began. */
  readonly start: WeekPosition;
}

interface WeekPosition {
  readonly second: number;
  readonly weekday: number;
}

/** Draws, moves and resizes times by pointer. */
function useDrag({ onChange, ...now }: Week & Pick<WeekPictureProps, "onChange">) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const plane = event.currentTarget.getBoundingClientRect();
      const bar = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
      setDrag({
        plane,
        week: now,
        bar: bar ? { index: Number(bar.dataset.index), part: partAt(bar, event.clientX) } : undefined,
        start: toWeekPosition(plane, event),
      });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return;
      const { plane, week, bar, start } = drag;
      const { second, weekday } = toWeekPosition(plane, event);
      if (!bar) {
        const drawn = drawTime(week.times, start.weekday, snap(start.second), snap(second));
        onChange?.([...week.items, ...(drawn ? [{ ...drawn }] : [])]);
        return;
      }
      const { index, part } = bar;
      const [from, to] = spanOf(week.times[index] ?? {});
      const edge = part === "to" ? to : from;
      const by = snap(edge + second - start.second) - edge;
      const days = part === "all" ? weekday - start.weekday : 0;
      onChange?.(withTimeChanged(week, index, { from: part === "to" ? 0 : by, to: part === "from" ? 0 : by, days }));
    },
    onPointerUp: () => setDrag(null),
    onPointerCancel: () => {
      if (drag) onChange?.([...drag.week.items]);
      setDrag(null);
    },
  };
}

function partAt(bar: HTMLElement, x: number): "from" | "to" | "all" {
  const { left, right } = bar.getBoundingClientRect();
  if (right - left < 3 * EDGE) return "all";
  return x - left < EDGE ? "from" : right - x < EDGE ? "to" : "all";
}

function toWeekPosition({ left, width, top, height }: DOMRect, { clientX, clientY }: PointerEvent): WeekPosition {
  const weekday = Math.floor(((clientY - top) / height) * 7);
  return { second: ((clientX - left) / width) * DAY, weekday: Math.max(0, Math.min(weekday, 6)) };
}

const snap = (second: number) => Math.max(0, Math.min(Math.round(second / STEP) * STEP, DAY));
const share = (seconds: number) => `${(seconds / DAY) * 100}%`;

function toWeekTime(item: Json): WeekTime {
  const { weekday, start, stop } = membersOf(item);
  return {
    weekday: typeof weekday === "number" ? weekday : Number.NaN,
    start: typeof start === "string" ? start : null,
    stop: typeof stop === "string" ? stop : null,
  };
}

function describeSpan(
  { from, to }: { readonly from: number; readonly to: number },
  day: string,
  translate: Translate,
): string {
  if (from === 0 && to === DAY) return translate("week.wholeDay", { day });
  return translate("week.time", { day, from: formatTimeOfDay(from), to: formatTimeOfDay(to) });
}

/** Names from Monday on. */
function weekdays(locale: string): { readonly short: readonly string[]; readonly long: readonly string[] } {
  const names = (weekday: "short" | "long") => {
    return Array.from({ length: 7 }, (_, day) => weekdayName(day, locale, weekday));
  };
  return { short: names("short"), long: names("long") };
}

/** After a removal the focus goes to another bar, once the bars have rendered. */
function useBarFocus() {
  const plane = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  useLayoutEffect(() => {
    if (target) plane.current?.querySelector<HTMLElement>(`[data-index="${target.index}"]`)?.focus();
  }, [target]);
  return { plane, focusBar: (index: number) => setTarget({ index }) };
}
