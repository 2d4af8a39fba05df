import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { isObject } from "../../../../core/prepare.ts";
import { type InputProps, problemsBelow } from "../../controls/InputProps.ts";
import { ItemsControl } from "../../controls/ItemsControl.tsx";
import { newItem } from "../../controls/parts.ts";
import { CalendarFile } from "./CalendarFile.tsx";
import { EventInput } from "./EventInput.tsx";

/** Recurring events one below the other, each in plain words under its parts; a calendar file brings several at once. */
export function EventsInput(props: InputProps): ReactNode {
  const { id, field, value, onChange, readOnly, problems } = props;
  const translate = useTranslate();
  const items = Array.isArray(value) ? value : [];
  return (
    <>
      <ItemsControl
        {...props}
        items={items}
        onItems={(next) => onChange([...next])}
        newItem={() => newItem(field)}
        isOrdered={false}
        addLabel={translate("events.add")}
        maxItems={field.maxItems}
        renderItem={(item, index, onItem) => (
          <EventInput
            {...props}
            id={`${id}-${index}`}
            event={isObject(item) ? item : {}}
            onEvent={onItem}
            problems={problemsBelow(problems, index)}
          />
        )}
      />
      {!readOnly && <CalendarFile onEvents={(events) => onChange([...items, ...events])} />}
    </>
  );
}
