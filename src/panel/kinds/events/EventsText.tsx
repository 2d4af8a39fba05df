import { type ReactNode, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { isObject } from "../../../core/schema/isObject.ts";
import type { EventRecord } from "../../../core/telephony/recurrence/readEvent.ts";
import { describeEvent, describeOccurrence } from "../../../core/telephony/recurrence/sentence.ts";
import { clocksAt, nextOccurrencesOfAll } from "../../../core/telephony/recurrence/upcoming.ts";
import type { CellProps } from "../cell.ts";
import styles from "../kinds.module.css";

/** Events in plain words: the first one in a list; all of them in details, with the next occurrences. */
export function EventsText({ value, context }: Pick<CellProps, "value" | "context">) {
  const text = useTranslate();
  const events = (Array.isArray(value) ? value : []).filter(isObject);
  const sentences = events.map((event) => describeEvent(event, { locale: context.locale, text }));
  if (context.place === "list") {
    return sentences.length > 1 ? `${sentences[0]} +${sentences.length - 1}` : sentences[0];
  }
  return (
    <>
      <ul className="bullets stack gap-4 below-8">
        {events.map((event, index) => (
          <li key={JSON.stringify(event)}>
            {sentences[index]}
            {typeof event.comment === "string" && <span className="quiet"> ({event.comment})</span>}
          </li>
        ))}
      </ul>
      <NextTimes events={events} limit={5} />
    </>
  );
}

interface NextTimesProps {
  readonly events: readonly EventRecord[];
  readonly limit: number;
}

/** The next occurrences, from the time the page was opened. */
export function NextTimes({ events, limit }: NextTimesProps): ReactNode {
  const text = useTranslate();
  const locale = useLocale();
  const [clocks] = useState(() => clocksAt(new Date()));
  const times = nextOccurrencesOfAll(events, clocks, limit);
  return (
    <p className={`above-4 below-4 quiet ${styles.nextTimes}`}>
      <b>{text("events.next")}</b>{" "}
      {times.length === 0
        ? text("events.never")
        : times.map((time) => (
            <span key={`${time.start} ${time.end}`}>{describeOccurrence(time, { locale, text })}</span>
          ))}
    </p>
  );
}
