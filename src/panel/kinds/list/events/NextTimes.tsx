import { useLocale, useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import type { EventRecord } from "../../../../core/events/readEvent.ts";
import { describeOccurrence } from "../../../../core/events/sentence.ts";
import { clocksAt, upcoming } from "../../../../core/events/upcoming.ts";

interface NextTimesProps {
  readonly events: readonly EventRecord[];
  readonly limit: number;
}

/** When events take place next, counted from when the page was opened. */
export function NextTimes({ events, limit }: NextTimesProps): ReactNode {
  const text = useTranslate();
  const locale = useLocale();
  const [clocks] = useState(() => clocksAt(new Date()));
  const times = upcoming(events, clocks, limit);
  return (
    <p className="cell-next-times">
      <b>{text("events.next")}</b>{" "}
      {times.length === 0
        ? text("events.never")
        : times.map((time) => (
            <span key={`${time.start} ${time.end}`}>{describeOccurrence(time, { locale, text })}</span>
          ))}
    </p>
  );
}
