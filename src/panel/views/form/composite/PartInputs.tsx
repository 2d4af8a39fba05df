import Button from "@mui/material/Button";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from "react";
import { useTranslate } from "react-admin";
import { useController, useFormContext } from "react-hook-form";
import type { Json } from "../../../../core/schema/descriptor.ts";
import { isObject } from "../../../../core/schema/isObject.ts";
import { Fieldset } from "../../../kinds/controls/Fieldset.tsx";
import { CreateRelatedContext } from "../../../kinds/controls/formValues.ts";
import { ItemsControl } from "../../../kinds/controls/ItemsControl.tsx";
import { KindInput } from "../../../kinds/KindInput.tsx";
import { actionKey, nameKey } from "../../../navigation/labels.ts";
import { fieldId } from "../fieldId.ts";
import { fieldErrorMessages } from "../formErrors.ts";
import { type FormPart, limitsOf, newPartRecord } from "../formParts.ts";
import type { FieldComponentProps } from "../override.ts";
import { PartRecordInputs } from "./PartRecordInputs.tsx";

/** The parts of the form around: records that it makes together with its own. */
export const PartsContext = createContext<readonly FormPart[]>([]);

/** The list of records that the form makes after its own. */
export function AfterPart({ part }: { readonly part: FormPart }): ReactNode {
  const translate = useTranslate();
  const form = useFormContext();
  const { field, formState } = useController({ name: part.name, control: form.control });
  const items: readonly Json[] = Array.isArray(field.value) ? field.value : [];
  const label = translate(nameKey(part.resource), { smart_count: part.maxItems === 1 ? 1 : 2 });
  return (
    <ItemsControl
      id={fieldId(`/${part.name}`)}
      label={label}
      required={false}
      readOnly={false}
      errors={fieldErrorMessages(formState.errors, part.name)}
      items={items}
      onItems={(next) => {
        field.onChange(next.length > 0 ? [...next] : null);
        // The errors of those that are left have moved.
        if (Object.keys(formState.errors).length > 0) void form.trigger();
      }}
      newItem={() => newPartRecord(part)}
      renderItem={(item, index) => (
        <PartRecordInputs part={part} pointer={`/${part.name}/${index}`} values={isObject(item) ? item : {}} />
      )}
      addLabel={translate(actionKey(part.resource, "create"))}
      maxItems={part.maxItems}
      isOrdered={false}
    />
  );
}

/** A reference to an existing record, or in its place the inputs of a new one. */
export function BeforePart({ mode: _mode, record: _record, ...props }: FieldComponentProps): ReactNode {
  const { id, path, field, label, help, required, readOnly, value, onChange, errors } = props;
  const translate = useTranslate();
  const part = use(PartsContext).find(({ name }) => name === path);
  const isNew = isObject(value);
  const decided = useMemo(() => new Set(Object.keys(limitsOf(field.reference))), [field.reference]);
  const container = useRef<HTMLDivElement>(null);
  /** The pressed button went away: the focus goes on in what replaced it. */
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    if (isNew) container.current?.querySelector<HTMLElement>("fieldset :is(input, textarea)")?.focus();
    else document.getElementById(id)?.focus();
  }, [isNew, id]);
  if (!part || readOnly) return <KindInput {...props} />;
  const begin = () => {
    isMoving.current = true;
    onChange(newPartRecord(part, field.reference));
  };
  if (!isNew)
    return (
      <CreateRelatedContext value={begin}>
        <KindInput {...props} />
      </CreateRelatedContext>
    );
  return (
    <div ref={container}>
      <Fieldset id={id} label={label} help={help} error={errors[""]} required={required}>
        <PartRecordInputs part={part} pointer={`/${path}`} values={value} decided={decided} />
        <Button
          size="small"
          onClick={() => {
            isMoving.current = true;
            onChange(null);
          }}
          className="above-8"
        >
          {translate("forms.composite.existing")}
        </Button>
      </Fieldset>
    </div>
  );
}
