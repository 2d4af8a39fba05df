import { useTranslate } from "ra-core";
import { describeEvent } from "../../../../core/events/sentence.ts";
import { isObject } from "../../../../core/prepare.ts";
import type { CellProps } from "../../cell.ts";
import { NextTimes } from "./NextTimes.tsx";

/** Events in plain words: in a list the first of them, in details each, and when the next ones are. */
export function EventsText({ value, context }: Pick<CellProps, "value" | "context">) {
  const text = useTranslate();
  const events = (Array.isArray(value) ? value : []).filter(isObject);
  const sentences = events.map((event) => describeEvent(event, { locale: context.locale, text }));
  if (context.place === "list") {
    return sentences.length > 1 ? `${sentences[0]} +${sentences.length - 1}` : sentences[0];
  }
  return (
    <>
      <ul className="cell-events">
        {events.map((event, index) => (
          <li key={JSON.stringify(event)}>
            {sentences[index]}
            {typeof event.comment === "string" && <span className="cell-quiet"> ({event.comment})</span>}
          </li>
        ))}
      </ul>
      <NextTimes events={events} limit={5} />
    </>
  );
}
