import Stack from "@mui/material/Stack";
import { lazy, type ReactNode, Suspense, use } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/descriptor.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fieldKey } from "../../resource/labels.ts";
import { helpOf } from "../controls/FieldNotes.tsx";
import { Fieldset } from "../controls/Fieldset.tsx";
import { FormValuesContext } from "../controls/formValues.ts";
import { type InputProps, problemsBelow } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { editableParts, Members, membersOf, newItem } from "../controls/Members.tsx";
import { LazyWeekPicture } from "../week/LazyWeekPicture.tsx";

/** Fields that form one value. */
export function ObjectInput(props: InputProps): ReactNode {
  const { id, label, help, required, problems } = props;
  return (
    <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
      <Stack spacing={2}>
        <Members {...props} />
      </Stack>
    </Fieldset>
  );
}

const EventsInput = lazy(async () => {
  const [{ EventsInput }] = await Promise.all([import("../events/EventsInput.tsx"), addTexts("events")]);
  return { default: EventsInput };
});

/** A list of objects, one below the other; those that are more than their parts have an input of their own. */
export function ListInput(props: InputProps): ReactNode {
  const { field, value, label, readOnly, onChange } = props;
  if (field.as === undefined) return <ObjectsInput {...props} />;
  if (field.as === "week")
    return (
      <>
        <LazyWeekPicture value={value} label={label} onChange={readOnly ? undefined : onChange} />
        <ObjectsInput {...props} />
      </>
    );
  return (
    <Suspense>
      <EventsInput {...props} />
    </Suspense>
  );
}

function ObjectsInput(props: InputProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, problems, Part } = props;
  const translate = useTranslate();
  const { isDistinct } = use(FormValuesContext);
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  /** A part's choices without those of other items, where they must be unique. */
  const choicesOf = ({ name, enum: all }: FieldDescriptor, index?: number) =>
    all && isDistinct(`${path}.${name}`)
      ? all.filter((choice) => !items.some((item, at) => at !== index && membersOf(item)[name] === choice))
      : undefined;
  const parts = editableParts(field);
  const free = parts.flatMap((part) => choicesOf(part)?.length ?? []);
  const addItem = () => {
    const begun = parts.flatMap((part) => {
      const [first] = choicesOf(part) ?? [];
      return first === undefined ? [] : [[part.name, first] as const];
    });
    return { ...newItem(field), ...Object.fromEntries(begun) };
  };
  const renderItem = (item: Json, index: number, onItem: (item: Json) => void) => (
    <Stack
      direction={{ xs: "column", sm: "row" }}
      spacing={1.5}
      useFlexGap
      sx={{ flexWrap: "wrap", "& > *": { flex: { xs: "none", sm: "1 1 8.5rem" } } }}
    >
      {parts.map((part) => {
        const partPath = `${path}.${part.name}`;
        return (
          <Part
            key={part.name}
            id={`${id}-${index}-${part.name}`}
            resource={resource}
            path={partPath}
            field={choicesOf(part, index) ? { ...part, enum: choicesOf(part, index) } : part}
            value={membersOf(item)[part.name]}
            onChange={(member) => onItem({ ...membersOf(item), [part.name]: member })}
            onBlur={onBlur}
            label={translate(fieldKey(resource, partPath))}
            // Once only: the text is the same in every row.
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
      items={items}
      onItems={(items) => onChange([...items])}
      newItem={addItem}
      renderItem={renderItem}
      maxItems={Math.min(field.maxItems ?? Number.POSITIVE_INFINITY, ...free.map((count) => items.length + count))}
    />
  );
}
