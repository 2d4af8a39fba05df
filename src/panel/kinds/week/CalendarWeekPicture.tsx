import { type ReactNode, useState } from "react";
import type { Json } from "../../../core/schema/descriptor.ts";
import { fromWeek, isWeekly, toWeek } from "../../../core/telephony/calendarWeek.ts";
import type { ForwardTime } from "../../../core/telephony/callRouting/data.ts";
import type { WeekTime } from "../../../core/telephony/weekTimes.ts";
import { membersOf } from "../controls/Members.tsx";
import { WeekPicture, type WeekPictureProps } from "./WeekPicture.tsx";

/** Calendar times as a week, where all of them hold every week; nothing otherwise. */
export function CalendarWeekPicture({ value, label, onChange }: WeekPictureProps): ReactNode {
  const times = calendarTimesOf(value);
  // A drawn value keeps its bars and their order, which the times do not say.
  const [drawn, setDrawn] = useState<Json>(null);
  const drawnTimes = fromWeek(weekOf(drawn));
  const isAsDrawn = drawn !== null && JSON.stringify(drawnTimes) === JSON.stringify(times);
  if (!times.every(isWeekly)) return null;
  return (
    <WeekPicture
      label={label}
      value={isAsDrawn ? drawn : [...toWeek(times)]}
      onChange={
        onChange &&
        ((week) => {
          setDrawn(week);
          onChange(fromWeek(weekOf(week)).map((time) => ({ ...time })));
        })
      }
    />
  );
}

/** The times that say something, without what they leave open: a new one says nothing yet. */
function calendarTimesOf(value: Json | undefined): ForwardTime[] {
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const said = Object.entries(membersOf(item)).flatMap(([name, part]) =>
      typeof part === "string" && part !== "" ? [[name, part] as const] : [],
    );
    return said.length > 0 ? [Object.fromEntries(said)] : [];
  });
}

function weekOf(week: Json): WeekTime[] {
  return (Array.isArray(week) ? week : []).flatMap((item) => {
    const { weekday, start, stop } = membersOf(item);
    return typeof weekday === "number" && typeof start === "string" && typeof stop === "string"
      ? [{ weekday, start, stop }]
      : [];
  });
}
