import { useState } from "react";
import type { Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { Value } from "../../kinds/Value.tsx";
import { InlineChoice, InlineText } from "../../kit/dataTable/InlineEditors.tsx";
import { InlineSwitch } from "../../kit/dataTable/InlineSwitch.tsx";
import { enumKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { EditedCell } from "./InlineQuestion.tsx";

interface InlineCellProps extends EditedCell {
  readonly onSave: (value: Json) => Promise<void>;
}

const InlineQuestion = lazyPart(() => import("./InlineQuestion.tsx"), "InlineQuestion");

/** A value that can be edited in place, after a question where a slip would do harm. */
export function InlineCell({ onSave, ...cell }: InlineCellProps) {
  const [pending, setPending] = useState<{ readonly value: Json; readonly onAnswer: (isYes: boolean) => void } | null>(
    null,
  );
  const ask = (value: Json) =>
    new Promise<void>((resolve) => {
      const onAnswer = (isYes: boolean) => {
        setPending(null);
        resolve(isYes ? onSave(value) : undefined);
      };
      setPending({ value, onAnswer });
    });
  return (
    <>
      <InlineControl {...cell} onSave={cell.column.field?.inlineEdit === "confirm" ? ask : onSave} />
      {pending && <InlineQuestion {...cell} value={pending.value} onAnswer={pending.onAnswer} />}
    </>
  );
}

function InlineControl({ column, record, title, context, onSave }: InlineCellProps) {
  const { translate, resource } = context;
  const { source, kind, field } = column;
  const value = record[source];
  const name = translate(column.labelKey);
  if (kind === "boolean") {
    const label = translate("views.list.inline.switch", { name, title });
    return <InlineSwitch isOn={value === true || value === 1} label={label} onFlip={onSave} />;
  }
  const none = translate("views.list.inline.none");
  const content = hasValue(value) ? (
    // The cell is a button already: the one that calls follows it.
    <Value
      kind={kind}
      value={value}
      source={source}
      record={record}
      field={field?.clickToDial ? undefined : field}
      context={context}
    />
  ) : (
    <span className="quiet">{none}</span>
  );
  const labelFor = (text: string) =>
    translate(hasValue(value) ? "views.list.inline.edit" : "views.list.inline.fill", { name, title, value: text });
  if (kind === "enum") {
    const choices = (field?.enum ?? []).map((choice) => ({
      value: choice,
      label: translate(enumKey(resource, source, choice), { _: String(choice) }),
    }));
    const current = choices.find((choice) => choice.value === value);
    return (
      <InlineChoice
        value={String(value ?? "")}
        label={labelFor(current?.label ?? String(value ?? ""))}
        none={none}
        choices={choices}
        onSave={(choice) => void onSave(choice)}
      >
        {content}
      </InlineChoice>
    );
  }
  const text = hasValue(value) ? String(value) : "";
  return (
    <>
      <InlineText
        text={text}
        label={labelFor(text)}
        isNumber={kind === "integer" || kind === "decimal"}
        onSave={(newText) => void onSave(newText)}
      >
        {content}
      </InlineText>
      {field?.clickToDial && text !== "" && <Dial number={text} />}
    </>
  );
}
