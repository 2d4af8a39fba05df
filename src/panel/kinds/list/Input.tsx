import Stack from "@mui/material/Stack";
import { useTranslate } from "ra-core";
import { lazy, type ReactNode, Suspense } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fieldKey } from "../../resource/labels.ts";
import { helpOf } from "../controls/fieldTexts.ts";
import { type InputProps, problemsBelow } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { editableParts, membersOf, newItem } from "../controls/parts.ts";

const EventsInput = lazy(async () => {
  const [{ EventsInput }] = await Promise.all([import("./events/EventsInput.tsx"), addTexts("events")]);
  return { default: EventsInput };
});

/** Several objects, one below the other; those that are more than their parts have an input of their own. */
export function ListInput(props: InputProps): ReactNode {
  if (props.field.as !== "events") return <ObjectsInput {...props} />;
  return (
    <Suspense>
      <EventsInput {...props} />
    </Suspense>
  );
}

function ObjectsInput(props: InputProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, problems, Part } = props;
  const translate = useTranslate();
  const renderItem = (item: Json, index: number, onItem: (item: Json) => void) => (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      spacing={1.5}
      useFlexGap
      sx={{ flexWrap: "wrap", "& > *": { flex: { xs: "none", sm: "1 1 8.5rem" } } }}
    >
      {editableParts(field).map((part) => {
        const partPath = `${path}.${part.name}`;
        return (
          <Part
            key={part.name}
            id={`${id}-${index}-${part.name}`}
            resource={resource}
            path={partPath}
            field={part}
            value={membersOf(item)[part.name]}
            onChange={(member) => onItem({ ...membersOf(item), [part.name]: member })}
            onBlur={onBlur}
            label={translate(fieldKey(resource, partPath))}
            // Once is enough: the sentence is the same in every row.
            help={index === 0 ? helpOf(translate, resource, partPath) : undefined}
            required={Boolean(part.required)}
            readOnly={readOnly}
            problems={problemsBelow(problemsBelow(problems, index), part.name)}
          />
        );
      })}
    </Stack>
  );
  return (
    <ItemsControl
      {...props}
      items={Array.isArray(value) ? value : []}
      onItems={(items) => onChange([...items])}
      newItem={() => newItem(field)}
      renderItem={renderItem}
      maxItems={field.maxItems}
    />
  );
}
