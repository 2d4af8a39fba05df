import { Fragment } from "react";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { isRelevant } from "../../../core/telephony/callDestination.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { CellProps, Cells } from "../cell.ts";
import styles from "../kinds.module.css";
import { ValueList } from "../ValueList.tsx";
import { LazyCalendarWeekPicture, LazyWeekPicture } from "../week/LazyWeekPicture.tsx";

export const cells = { object: { Cell: ObjectCell }, list: { Cell: ListCell } } satisfies Cells;

/** The non-empty parts: side by side in a list, labelled in details. */
function ObjectCell({ value, source, field, context, Part }: CellProps) {
  if (typeof value !== "object" || Array.isArray(value)) return String(value);
  const isInWords = context.place === "words";
  // Text is authored for the object; a name that replaces a reference belongs to the reference.
  const parts = (field?.fields ?? []).filter(
    (part) => hasValue(value[part.name]) && !part.aliasOf && !(isInWords && part.readOnly) && isRelevant(part, value),
  );
  const nameOf = (part: string) => context.translate(fieldKey(context.resource, `${source}.${part}`));
  if (context.place === "list") {
    return parts.map(({ name }) => toCellText(value[name])).join(" · ");
  }
  return (
    <dl className={isInWords ? styles.words : "stack pairs gap-2"}>
      {parts.map((part) => (
        <div key={part.name}>
          <dt>
            {isInWords ? context.translate("views.value.named", { field: nameOf(part.name) }) : nameOf(part.name)}
          </dt>
          <dd>
            <Part
              kind={part.kind}
              value={value[part.name]}
              source={`${source}.${part.name}`}
              record={value}
              field={part}
              context={context}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toCellText(value: Json | undefined): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Lazy: few lists contain events, and their texts are large. */
const EventsText = lazyPart(() => import("../events/EventsText.tsx"), "EventsText", ["events"]);

/**
 * Shows in a line the first entries if the schema formats them, otherwise their count; in details a table without empty
 * columns.
 */
function ListCell({ value, source, field, context, Part }: CellProps) {
  if (field?.widget === "events") {
    return <EventsText value={value} context={context} />;
  }
  const items = (Array.isArray(value) ? value : []).filter(isObject);
  const line = (field?.summaryFields ?? []).flatMap((text) => {
    const name = text.replace(/^\W/, "");
    const part = field?.fields?.find((candidate) => candidate.name === name);
    return part ? [{ part, before: text.slice(0, -name.length) || " " }] : [];
  });
  if (context.place === "list" && line.length > 0) {
    return (
      <ValueList context={context}>
        {items.map((item) => (
          <span key={JSON.stringify(item)}>
            {line
              .filter(({ part }) => hasValue(item[part.name]) && isRelevant(part, item))
              .map(({ part, before }, index) => (
                <Fragment key={part.name}>
                  {index > 0 && before}
                  <Part
                    kind={part.kind}
                    value={item[part.name]}
                    source={`${source}.${part.name}`}
                    record={item}
                    field={part}
                    context={context}
                  />
                </Fragment>
              ))}
          </span>
        ))}
      </ValueList>
    );
  }
  if (context.place === "list") return context.translate("views.value.entries", { smart_count: items.length });
  if (context.place === "words") {
    return (
      <ol className={styles.words}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other key and do not move
          <li key={index}>
            <Part kind="object" value={item} source={source} record={item} field={field} context={context} />
          </li>
        ))}
      </ol>
    );
  }
  const columns = (field?.fields ?? []).filter(
    (column) => !column.aliasOf && items.some((item) => hasValue(item[column.name]) && isRelevant(column, item)),
  );
  const table = (
    <table className="plain-table">
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {context.translate(fieldKey(context.resource, `${source}.${name}`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={JSON.stringify(item)}>
            {columns.map((column) => (
              <td key={column.name}>
                <Part
                  kind={column.kind}
                  value={isRelevant(column, item) ? item[column.name] : null}
                  source={`${source}.${column.name}`}
                  record={item}
                  field={column}
                  // No nested tables.
                  context={column.kind === "list" ? { ...context, place: "list" } : context}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (field?.widget !== "week" && field?.widget !== "calendarWeek") return table;
  const Picture = field.widget === "week" ? LazyWeekPicture : LazyCalendarWeekPicture;
  const label = context.translate(fieldKey(context.resource, source));
  return (
    <>
      <Picture value={value} label={label} />
      {table}
    </>
  );
}
