import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type Ref, use } from "react";
import { useGetList, useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { registeringFunctions } from "../../../core/telephony/deviceKeys.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { ChoiceInput } from "../../kinds/controls/ChoiceInput.tsx";
import { helpOf } from "../../kinds/controls/FieldNotes.tsx";
import { CreateRelatedContext } from "../../kinds/controls/formValues.ts";
import { type ErrorMessages, errorsBelow, type InputProps, type PartProps } from "../../kinds/controls/InputProps.ts";
import { PlainTextInput } from "../../kinds/controls/TextControl.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { enumKey, fieldKey } from "../../navigation/labels.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import styles from "./keyEditor.module.css";
import { hasTarget, type Key, type KeyAssignment, offeredFunctions } from "./keys.ts";

interface KeyPanelProps extends Pick<PartProps, "id" | "resource" | "path" | "field" | "readOnly" | "onBlur"> {
  readonly ref: Ref<HTMLDivElement>;
  readonly title: string;
  readonly chosen: Key;
  /** Undefined: the key is free. */
  readonly line: KeyAssignment | undefined;
  /** Name of its subscriber. */
  readonly name: string;
  readonly errors: ErrorMessages;
  readonly onMember: (name: keyof KeyAssignment, value: Json) => void;
  readonly onClear: () => void;
}

/** Edits the assignment of the chosen key. */
export function KeyPanel(props: KeyPanelProps) {
  const { ref, id, resource, path, field, readOnly, onBlur, title, chosen, line, name, errors, onMember, onClear } =
    props;
  const translate = useTranslate();
  const leave = use(CreateRelatedContext);
  const part = (member: keyof KeyAssignment) => ({
    id: `${id}-${member}`,
    resource,
    path: `${path}.${member}`,
    field: partOf(field, member),
    value: line?.[member],
    onChange: (value: Json) => onMember(member, value),
    onBlur,
    label: translate(fieldKey(resource, `${path}.${member}`)),
    help: helpOf(translate, resource, `${path}.${member}`),
    required: false,
    readOnly,
    errors: errorsBelow(errors, member),
  });
  const isOnKey = line !== undefined;
  const choices = offeredFunctions(chosen, line).map((value) => {
    const label = translate(enumKey(resource, `${path}.type`, value), { _: value });
    const isMeant = chosen.group.functions.includes(value);
    return { value, label: isMeant ? label : translate("deviceKeys.notMeant", { function: label }) };
  });
  // Errors of what cannot be changed here.
  const generalErrors = ["", "/linerange", "/key_num"].flatMap((pointer) => errors[pointer] ?? []);
  const follows = isOnKey && name !== "" && !hasValue(line.label);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more frame
    <div ref={ref} role="group" aria-label={title} className={`card stack gap-16 at-start pad-16 ${styles.panel}`}>
      <h3 className="text-13">{title}</h3>
      {generalErrors.length > 0 && <Alert severity="error">{generalErrors.join(" ")}</Alert>}
      {/* Its subscriber follows: what is missing there is no error yet. */}
      <ChoiceInput {...part("type")} Part={KindInput} choices={choices} required={isOnKey} onBlur={undefined} />
      {/* A line that does not exist cannot wait for a new subscriber. */}
      <CreateRelatedContext value={isOnKey ? leave : null}>
        <KindInput {...part("subscriber_id")} required={isOnKey} />
      </CreateRelatedContext>
      {hasTarget(line) && <KindInput {...part("target_number")} />}
      <DeviceId {...part("deviceid_number_id")} Part={KindInput} line={line} />
      <PlainTextInput
        {...part("label")}
        Part={KindInput}
        placeholder={name}
        help={follows ? translate("deviceKeys.follows", { name }) : undefined}
      />
      {isOnKey && !readOnly && (
        <Button size="small" onClick={onClear}>
          {translate("deviceKeys.clear")}
        </Button>
      )}
    </div>
  );
}

interface DeviceIdProps extends InputProps {
  readonly line: KeyAssignment | undefined;
}

/** Selects which of the subscriber's device IDs the phone has, if there are any. */
function DeviceId({ line, ...input }: DeviceIdProps) {
  const subscriber = registeringFunctions.has(line?.type) ? line?.subscriber_id : undefined;
  const { data = [] } = useGetList<RecordOf<"numbers">>(
    "numbers",
    {
      pagination: { page: 1, perPage: 500 },
      sort: { field: "id", order: "ASC" },
      filter: { subscriber_id: subscriber },
      meta: { expand: [] },
    },
    // Nothing can be chosen without the numbers, and the choice stays.
    { enabled: hasValue(subscriber), staleTime: 30_000 },
  );
  const title = (number: RecordOf<"numbers">) => recordTitle(summaryOf("numbers").recordRepresentation, number);
  const choices = data.filter(({ is_devid }) => is_devid).map((number) => ({ value: number.id, label: title(number) }));
  if (choices.length === 0 && !hasValue(line?.deviceid_number_id)) return null;
  return <ChoiceInput {...input} choices={choices} />;
}

function partOf({ name, fields }: FieldDescriptor, member: string): FieldDescriptor {
  const part = fields?.find((candidate) => candidate.name === member);
  if (!part) throw new Error(`${name} has no ${member}`);
  return part;
}
