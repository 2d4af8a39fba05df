import type { Json } from "../../../core/descriptor.ts";
import { hasValue } from "../../../core/valueAt.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { Value } from "../../kinds/Value.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { enumKey } from "../../resource/labels.ts";
import type { Column } from "./columns.ts";
import { InlineChoice } from "./InlineChoice.tsx";
import { InlineSwitch } from "./InlineSwitch.tsx";
import { InlineText } from "./InlineText.tsx";

interface InlineCellProps {
  readonly column: Column;
  readonly record: PanelRecord;
  /** The record's name for labels: screen readers announce the control without its row. */
  readonly title: string;
  readonly context: CellContext;
  readonly onSave: (value: Json) => Promise<void>;
}

/** A value that can be edited in place. */
export function InlineCell({ column, record, title, context, onSave }: InlineCellProps) {
  const { translate, resource } = context;
  const { source, kind, field } = column;
  const value = record[source];
  const name = translate(column.labelKey);
  if (kind === "boolean") {
    const label = translate("views.list.inline.switch", { name, title });
    return (
      <InlineSwitch
        isOn={value === true || value === 1}
        label={label}
        question={(isOn) =>
          field?.asks?.includes(isOn) && {
            id: record.id,
            affects: field.affects,
            title: translate("views.list.inline.ask.title", { name, title }),
            text: translate("views.list.inline.ask.text", { value: translate(`views.value.${isOn ? "yes" : "no"}`) }),
          }
        }
        onFlip={onSave}
      />
    );
  }
  const none = translate("views.list.inline.none");
  const shown = hasValue(value) ? (
    // The cell is a button already: the one that calls goes beside it.
    <Value
      kind={kind}
      value={value}
      source={source}
      record={record}
      field={field?.dial ? undefined : field}
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
        {shown}
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
        onSave={(typed) => void onSave(typed)}
      >
        {shown}
      </InlineText>
      {field?.dial && text !== "" && <Dial number={text} />}
    </>
  );
}

/** Kinds that can be edited in a cell; the others need their form. */
export function isInlineKind(kind: Column["kind"]): boolean {
  return ["boolean", "enum", "text", "integer", "decimal", "email", "host", "ip", "regex"].includes(kind);
}
