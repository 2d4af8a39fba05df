import Stack from "@mui/material/Stack";
import { useEventCallback } from "@mui/material/utils";
import { memo, type ReactNode, use } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { actionKey, fieldKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import styles from "../controls/controls.module.css";
import { helpOf } from "../controls/FieldNotes.tsx";
import { Fieldset } from "../controls/Fieldset.tsx";
import { FormValuesContext } from "../controls/formValues.ts";
import { errorsBelow, type InputProps, type Inputs } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { editableParts, Members, membersOf, newItem, visibleParts } from "../controls/Members.tsx";
import { LazyCalendarWeekPicture, LazyWeekPicture } from "../week/LazyWeekPicture.tsx";

export const inputs = { object: ObjectInput, list: ListInput } satisfies Inputs;

/** Fields that form one value. */
function ObjectInput(props: InputProps): ReactNode {
  const { id, label, help, required, errors } = props;
  return (
    <Fieldset id={id} label={label} help={help} error={errors[""]} required={required}>
      <Stack spacing={2}>
        <Members {...props} />
      </Stack>
    </Fieldset>
  );
}

const EventsInput = lazyPart(() => import("../events/EventsInput.tsx"), "EventsInput", ["events"]);

/** A list of objects, one below the other; those that are more than their parts have an input of their own. */
function ListInput(props: InputProps): ReactNode {
  const { field, value, label, readOnly, onChange } = props;
  if (field.widget === undefined) return <ObjectsInput {...props} />;
  if (field.widget === "week" || field.widget === "calendarWeek") {
    const Picture = field.widget === "week" ? LazyWeekPicture : LazyCalendarWeekPicture;
    return (
      <>
        <Picture value={value} label={label} onChange={readOnly ? undefined : onChange} />
        <ObjectsInput {...props} />
      </>
    );
  }
  return <EventsInput {...props} />;
}

function ObjectsInput(props: InputProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, errors, Part } = props;
  const translate = useTranslate();
  const onLeave = useEventCallback(() => onBlur?.());
  const { isDistinct } = use(FormValuesContext);
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  /** A part's choices without those of other items, where they must be unique. */
  const choicesOf = ({ name, enum: all }: FieldDescriptor, index?: number) =>
    all && isDistinct(`${path}.${name}`)
      ? all.filter((choice) => !items.some((item, position) => position !== index && membersOf(item)[name] === choice))
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
  const isAnyDistinct = parts.some((part) => choicesOf(part));
  const renderItem = (item: Json, index: number, onItem: (item: Json) => void) => (
    <ObjectItem
      id={`${id}-${index}`}
      {...{ resource, path, field, readOnly, Part }}
      value={item}
      onChange={onItem}
      onBlur={onLeave}
      // Once only: the text is the same in every row.
      hasHelp={index === 0}
      errors={errorsBelow(errors, index)}
      choicesOf={isAnyDistinct ? (part) => choicesOf(part, index) : undefined}
    />
  );
  return (
    <ItemsControl
      {...props}
      items={items}
      onItems={(items) => onChange([...items])}
      newItem={addItem}
      renderItem={renderItem}
      addLabel={translate(actionKey(resource, "add"), { _: translate("forms.items.add", { label: props.label }) })}
      maxItems={Math.min(field.maxItems ?? Number.POSITIVE_INFINITY, ...free.map((count) => items.length + count))}
    />
  );
}

interface ObjectItemProps extends Omit<InputProps, "label" | "help" | "required"> {
  readonly hasHelp: boolean;
  /** The choices of a part that depend on other items. */
  readonly choicesOf: ((part: FieldDescriptor) => FieldDescriptor["enum"]) | undefined;
}

/** The parts of one item side by side. Memoized: a list may have hundreds. */
const ObjectItem = memo(function ObjectItem(props: ObjectItemProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, hasHelp, errors, choicesOf, Part } = props;
  const translate = useTranslate();
  return (
    <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} useFlexGap className={`wrap ${styles.parts}`}>
      {visibleParts(field, value).map((part) => {
        const partPath = `${path}.${part.name}`;
        const choices = choicesOf?.(part);
        return (
          <Part
            key={part.name}
            id={`${id}-${part.name}`}
            resource={resource}
            path={partPath}
            field={choices ? { ...part, enum: choices } : part}
            value={membersOf(value)[part.name]}
            onChange={(member) => onChange({ ...membersOf(value), [part.name]: member })}
            onBlur={onBlur}
            label={translate(fieldKey(resource, partPath))}
            help={hasHelp ? helpOf(translate, resource, partPath, part) : undefined}
            required={Boolean(part.required)}
            readOnly={readOnly}
            errors={errorsBelow(errors, part.name)}
          />
        );
      })}
    </Stack>
  );
}, isSameItem);

/** Forms copy their values on each change: what reads the same is the same. */
function isSameItem(before: ObjectItemProps, now: ObjectItemProps): boolean {
  const { value, errors, ...otherProps } = now;
  const previousProps: Readonly<Record<string, unknown>> = { ...before };
  const isSameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
  return (
    isSameJson(before.value, value) &&
    isSameJson(before.errors, errors) &&
    Object.entries(otherProps).every(([name, prop]) => previousProps[name] === prop)
  );
}
