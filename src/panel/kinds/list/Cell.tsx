import { Fragment, lazy, Suspense } from "react";
import { isObject } from "../../../core/prepare.ts";
import { hasValue } from "../../../core/valueAt.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fieldKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";
import { Several } from "../Several.tsx";

/** Few lists have events in them, and their words are many. */
const EventsText = lazy(async () => {
  const [{ EventsText }] = await Promise.all([import("./events/EventsText.tsx"), addTexts("events")]);
  return { default: EventsText };
});

/**
 * The first entries in a line where the schema says how, else how many there are; in details a table of them, without
 * the columns that none of them uses.
 */
export function ListCell({ value, source, field, context, Part }: CellProps) {
  if (field?.as === "events") {
    return (
      <Suspense>
        <EventsText value={value} context={context} />
      </Suspense>
    );
  }
  const items = (Array.isArray(value) ? value : []).filter(isObject);
  const line = (field?.line ?? []).flatMap((text) => {
    const name = text.replace(/^\W/, "");
    const part = field?.fields?.find((one) => one.name === name);
    return part ? [{ part, before: text.slice(0, -name.length) || " " }] : [];
  });
  if (context.place === "list" && line.length > 0) {
    return (
      <Several context={context}>
        {items.map((item) => (
          <span key={JSON.stringify(item)}>
            {line
              .filter(({ part }) => hasValue(item[part.name]))
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
      </Several>
    );
  }
  if (context.place === "list") return context.translate("views.value.entries", { smart_count: items.length });
  const columns = (field?.fields ?? []).filter(({ name }) => items.some((item) => hasValue(item[name])));
  return (
    <table className="cell-table">
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
                  value={item[column.name]}
                  source={`${source}.${column.name}`}
                  record={item}
                  field={column}
                  // No table in a table.
                  context={column.kind === "list" ? { ...context, place: "list" } : context}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
