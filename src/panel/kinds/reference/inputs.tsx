import Add from "@mui/icons-material/Add";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useState } from "react";
import { useTranslate } from "react-admin";
import type {
  Json,
  ReferenceDescriptor,
  ResourceDescriptor,
  VariantDescriptor,
} from "../../../core/schema/descriptor.ts";
import { pathTo } from "../../navigation/paths.ts";
import { waysToCreate } from "../../navigation/waysToCreate.ts";
import { describeResource } from "../../providers/resources.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import controlsStyles from "../controls/controls.module.css";
import { CreateRelatedContext } from "../controls/formValues.ts";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { renderPicker } from "../controls/PickerField.tsx";
import styles from "../kinds.module.css";
import { useChoices, useSelectedChoices } from "./choices.ts";
import { presetQuery } from "./presets.ts";
import { pickerProps, ReferencePicker } from "./ReferencePicker.tsx";
import { useReferenceFilter } from "./useReferenceFilter.ts";

export const inputs = { reference: ReferenceInput, references: ReferencesInput } satisfies Inputs;

/** A reference to a record of another resource. */
function ReferenceInput(props: InputProps): ReactNode {
  const { reference } = props.field;
  const filter = useReferenceFilter(reference ?? {});
  if (!reference) throw new Error(`${props.resource}.${props.path} is a reference to nothing`);
  // A record that the form itself creates is there before, or not at all.
  const isOther = reference.resource !== props.resource;
  return (
    <div className={styles.referenceInput}>
      <ReferencePicker {...props} source={reference} filter={filter} />
      {!props.readOnly && isOther && <CreateRelated reference={reference} filter={filter} fieldId={props.id} />}
    </div>
  );
}

/** References to several records of another resource, one chip each. */
function ReferencesInput(props: InputProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, errors, field } = props;
  const { reference } = field;
  if (!reference) throw new Error(`${props.resource}.${props.path} refers to nothing`);
  const translate = useTranslate();
  const filter = useReferenceFilter(reference);
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const values = Array.isArray(value)
    ? value.filter((item) => typeof item === "number" || typeof item === "string")
    : [];
  const picked = useSelectedChoices(reference, values);
  const search = useChoices({ source: reference, filter, text, enabled: isOpen });
  const error = Object.values(errors)[0] ?? (search.error ? translate("forms.picker.failed") : undefined);
  return (
    <Autocomplete
      {...pickerProps({ id, label, readOnly, isOpen, setIsOpen, text, search, translate })}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={[...picked.choices]}
      inputValue={text}
      onInputChange={(_, inputText, reason) => {
        if (reason === "input") setText(inputText);
      }}
      onChange={(_, choices) => {
        setText("");
        for (const choice of choices) if (!choice.isPending) picked.remember(choice);
        onChange(choices.map((choice) => choice.value));
      }}
      onBlur={() => {
        setText("");
        onBlur?.();
      }}
      renderInput={renderPicker({ label, help, required, error, isFilled: values.length > 0 })}
    />
  );
}

interface CreateRelatedProps {
  readonly reference: ReferenceDescriptor;
  readonly filter: Readonly<Record<string, Json>>;
  readonly fieldId: string;
}

/** A button to create a missing record, for users who may; renders nothing for others. */
function CreateRelated({ reference, filter, fieldId }: CreateRelatedProps): ReactNode {
  const leave = use(CreateRelatedContext);
  const access = useAccess();
  const translate = useTranslate();
  const summary = summaryOf(reference.resource);
  const owner = summary.parent && filter[summary.parent.reference];
  const parentId = typeof owner === "number" || typeof owner === "string" ? owner : undefined;
  const mayCreate =
    leave !== null &&
    summary.operations.includes("create") &&
    // Child records need their parent first.
    (summary.parent === undefined || parentId !== undefined) &&
    access.can(summary, "create") &&
    access.findLack(summary) === null;
  const { data: descriptor } = useQuery({
    queryKey: ["descriptor", reference.resource],
    queryFn: () => describeResource(reference.resource),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayCreate,
  });
  if (!mayCreate) return null;
  // Keeps the place, so that the fields below stay where they are.
  if (!descriptor)
    return <Button aria-hidden disabled size="small" startIcon={<Add />} className={controlsStyles.roomOnly} />;
  // Creating is only offered if the new record would be among the choices.
  const query = presetQuery(descriptor, parentId === undefined ? filter : {});
  return (
    <Stack direction="row" spacing={1}>
      {creationWays(descriptor, filter, access).map(({ variant, label }) => {
        const path = pathTo(reference.resource, "create", { variant, parentId });
        return (
          path && (
            <Button key={path} size="small" startIcon={<Add />} onClick={() => leave(path + query, fieldId)}>
              {translate(label)}
            </Button>
          )
        );
      })}
    </Stack>
  );
}

/**
 * The variant's form where the choices are exactly that variant; otherwise the forms whose records this field would
 * accept.
 */
function creationWays(
  descriptor: ResourceDescriptor,
  filter: CreateRelatedProps["filter"],
  access: Pick<Access, "findLack">,
): ReturnType<typeof waysToCreate> {
  const matchingVariant = descriptor.variants.find(
    ({ fields, preset, needs }) =>
      fields && access.findLack({ needs }) === null && everyEntry(preset, (field, value) => filter[field] === value),
  );
  return waysToCreate(descriptor, matchingVariant, ({ preset }) =>
    everyEntry(preset, (field, value) => filter[field] === undefined || filter[field] === value),
  );
}

function everyEntry(preset: VariantDescriptor["preset"], holds: (field: string, value: Json) => boolean): boolean {
  return Object.entries(preset).every(([field, value]) => holds(field, value));
}
