import Alert from "@mui/material/Alert";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { Choices } from "../../kinds/Choices.tsx";
import { helpOf } from "../../kinds/controls/FieldNotes.tsx";
import { FormValuesContext, fixedValues } from "../../kinds/controls/formValues.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { enumKey, fieldKey } from "../../navigation/labels.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCounted } from "../../providers/useCounted.ts";
import { isSameValue } from "../form/values.ts";
import type { FieldChoice } from "./useBulkPlan.ts";

/** Inputs use the texts of forms, errors those of rules. */
const texts = Promise.all([addTexts("forms"), addTexts("rules")]);

interface BulkSetupProps {
  readonly descriptor: ResourceDescriptor;
  readonly records: readonly PanelRecord[];
  readonly fields: readonly FieldDescriptor[];
  readonly chosen: FieldChoice;
  readonly valueError: string | undefined;
  readonly onChoose: (chosen: FieldChoice) => void;
}

/** Chooses the field to change and its new value. */
export function BulkSetup(props: BulkSetupProps): ReactNode {
  const { descriptor, records, fields, chosen, onChoose } = props;
  const { field } = chosen;
  const translate = useTranslate();
  const shared = useMemo(() => fixedValues((path) => sharedValue(records, path)), [records]);
  return (
    <div className="stack">
      <NativeChoice
        size="small"
        label={translate("bulk.setup.field")}
        value={field.name}
        options={fields.map(({ name }) => [name, translate(fieldKey(descriptor.name, name))])}
        onChange={(name) => {
          const next = fields.find((candidate) => candidate.name === name);
          if (next) onChoose({ field: next });
        }}
      />
      <Suspense>
        <FormValuesContext value={shared}>
          <ValueInput {...props} key={field.name} />
          {field.schedule && <FromInput {...props} later={field.schedule} />}
        </FormValuesContext>
      </Suspense>
    </div>
  );
}

/** Returns a value that all records share; it narrows the choices: the profiles of their reseller. */
function sharedValue(records: readonly PanelRecord[], path: string): Json | undefined {
  const [first, ...otherValues] = records.map((record) => valueAtPath(record, path));
  return otherValues.every((value) => isSameValue(value, first)) ? first : undefined;
}

interface FromInputProps extends BulkSetupProps {
  readonly later: NonNullable<FieldDescriptor["schedule"]>;
}

/** Chooses the start of the value: now, or a date and time, which the form of the list would ask for. */
function FromInput({ descriptor, records, later, chosen, onChoose }: FromInputProps): ReactNode {
  use(texts);
  const translate = useTranslate();
  const counted = useCounted();
  const { from } = chosen;
  const onFrom = (next: Json | undefined) => onChoose({ ...chosen, from: next });
  const list = descriptor.fields.find(({ name }) => name === later.list);
  const beginning = list?.fields?.find(({ name }) => name === later.startField);
  if (!beginning || list?.readOnly) return null;
  const planned = records.filter((record) => hasValue(record[later.list])).length;
  return (
    <>
      <Choices
        id="bulk-from"
        label={translate("bulk.setup.from")}
        choices={["now", "date"].map((value) => ({ value, label: translate(`bulk.setup.${value}`) }))}
        chosen={[from === undefined ? "now" : "date"]}
        onChoose={([start]) => onFrom(start === "date" ? null : undefined)}
      />
      {from !== undefined && (
        <KindInput
          id="bulk-from-date"
          resource={descriptor.name}
          path={`${later.list}.${later.startField}`}
          field={beginning}
          value={from ?? undefined}
          onChange={(value) => onFrom(value ?? null)}
          label={translate("bulk.setup.dateTime")}
          required
        />
      )}
      {from !== undefined && planned > 0 && <Alert severity="info">{counted("bulk.setup.stays", planned)}</Alert>}
    </>
  );
}

/** A few choices are all shown, none preselected; other fields use their form input. */
function ValueInput({ descriptor, chosen, valueError, onChoose }: BulkSetupProps): ReactNode {
  use(texts);
  const { field, value } = chosen;
  const onValue = (next: Json) => onChoose({ ...chosen, value: next });
  const translate = useTranslate();
  const { name } = descriptor;
  const label = translate("bulk.setup.value");
  const choices =
    field.kind === "boolean"
      ? [true, false].map((choice) => ({ choice, text: translate(`views.value.${choice ? "yes" : "no"}`) }))
      : field.enum?.map((choice) => ({
          choice,
          text: translate(enumKey(name, field.name, choice), { _: String(choice) }),
        }));
  if (choices) {
    return (
      <Choices
        id="bulk-value"
        label={label}
        choices={choices.map(({ choice, text }) => ({ value: String(choice), label: text }))}
        chosen={value === undefined ? [] : [String(value)]}
        onChoose={([text]) => {
          const match = choices.find(({ choice }) => String(choice) === text);
          if (match) onValue(match.choice);
        }}
      />
    );
  }
  return (
    <KindInput
      id="bulk-value"
      resource={name}
      path={field.name}
      field={field}
      value={value}
      onChange={onValue}
      label={label}
      help={helpOf(translate, name, field.name, field)}
      required={field.required === true}
      errors={valueError ? { "": valueError } : {}}
    />
  );
}
