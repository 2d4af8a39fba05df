import { type ReactNode, use, useEffect, useMemo, useRef } from "react";
import { useTranslate } from "react-admin";
import { useFormContext, useFormState } from "react-hook-form";
import type { Json, ReferenceDescriptor, WireRecord } from "../../../../core/schema/descriptor.ts";
import { isObject } from "../../../../core/schema/isObject.ts";
import { setAtPointer, valueAtPath, valueAtPointer } from "../../../../core/schema/valueAt.ts";
import { defaultsOf } from "../../../../core/validation/normalizeRecord.ts";
import { helpOf } from "../../../kinds/controls/FieldNotes.tsx";
import { type FormValues, FormValuesContext, useFormValues } from "../../../kinds/controls/formValues.ts";
import { errorsBelow, noErrors, type PartProps } from "../../../kinds/controls/InputProps.ts";
import { KindInput } from "../../../kinds/KindInput.tsx";
import { useChoices } from "../../../kinds/reference/choices.ts";
import { useReferenceFilter } from "../../../kinds/reference/useReferenceFilter.ts";
import { fieldKey } from "../../../navigation/labels.ts";
import { useAccess } from "../../../providers/StartupDataContext.tsx";
import { outerPaths, partReader, partSources } from "../checkForm.ts";
import { fieldId } from "../fieldId.ts";
import { fieldErrorMessages } from "../formErrors.ts";
import type { FormPart } from "../formParts.ts";
import { planForm } from "../formPlan.ts";
import { useRelated } from "../referencedValues.ts";

interface PartRecordInputsProps {
  readonly part: FormPart;
  /** Pointer to the record in the form's values: `/subscribers/0`. */
  readonly pointer: string;
  readonly values: WireRecord;
  /** Fields that nobody is asked for, as their values can only be the ones they have. */
  readonly decided?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** The inputs of a record that the form makes together with its own: as in the form of its resource, and only the usual ones. */
export function PartRecordInputs({ part, pointer, values, decided = none }: PartRecordInputsProps): ReactNode {
  const { descriptor } = part.module;
  const translate = useTranslate();
  const access = useAccess();
  const outer = use(FormValuesContext);
  const form = useFormContext();
  const { errors, isSubmitted } = useFormState({ control: form.control });
  const sources = useMemo(() => partSources(part), [part]);
  const related = useRelated(sources, values, undefined);
  // The form's record decides its type, or its reseller.
  useFormValues(useMemo(() => outerPaths(part), [part]));
  const read = partReader(part, related.read, outer.read);
  const inner = useMemo((): FormValues => {
    const now = (): WireRecord => {
      const value = valueAtPointer(form.getValues(), pointer);
      return isObject(value) ? value : {};
    };
    const set = (name: string, value: Json) => {
      const top = part.name;
      const next = setAtPointer(form.getValues(), `${pointer}/${name}`, value);
      form.setValue(top, next[top], { shouldDirty: true });
      // A rule between two fields may now hold for both.
      const invalidFields = Object.keys(form.formState.errors);
      if (invalidFields.length > 0) void form.trigger(invalidFields);
    };
    const readOwn = (path: string) => related.read(path) ?? valueAtPath(now(), path);
    return {
      ...outer,
      isNew: true,
      read: partReader(part, readOwn, outer.read),
      begin: set,
      fill: set,
      isDistinct: () => false,
    };
  }, [outer, form, part, pointer, related.read]);

  const partDescriptor = useMemo(
    () => ({ ...descriptor, groups: [{ name: part.name, fields: part.fields }] }),
    [descriptor, part],
  );
  // Conditions see what the record will have: the defaults of what is not asked for.
  const defaults = useMemo(() => defaultsOf(descriptor.fields), [descriptor]);
  const [group] = planForm({
    descriptor: partDescriptor,
    values: { ...defaults, ...values },
    context: { mode: "create", related: read },
    access,
    preset: none,
    always: none,
    omitted: decided,
  });
  const partErrors = errorsBelowPointer(fieldErrorMessages(errors, part.name), pointer);
  return (
    <FormValuesContext value={inner}>
      <div className="flex column gap-16 max-640">
        {(group?.fields ?? []).map(({ field, required }) => {
          const ownErrors = errorsBelow(partErrors, field.name);
          const value = values[field.name];
          return (
            <PartField
              key={field.name}
              id={fieldId(`${pointer}/${field.name}`)}
              resource={part.resource}
              path={field.name}
              field={field}
              value={value}
              onChange={(next) => inner.fill(field.name, next)}
              label={translate(fieldKey(part.resource, field.name))}
              help={helpOf(translate, part.resource, field.name, field)}
              required={required}
              readOnly={false}
              // Empty fields are no errors before saving.
              errors={isSubmitted || (value !== null && value !== undefined) ? ownErrors : noErrors}
            />
          );
        })}
      </div>
    </FormValuesContext>
  );
}

/** One input. A required reference with a single choice has it chosen. */
function PartField(props: PartProps): ReactNode {
  const { field, required, value, onChange } = props;
  useOnlyChoice(required ? field.reference : undefined, value, onChange);
  return <KindInput {...props} />;
}

/** The errors of a part's record, out of those of the part. */
function errorsBelowPointer(errors: Readonly<Record<string, string>>, pointer: string) {
  const [, , index] = pointer.split("/");
  return index === undefined ? errors : errorsBelow(errors, index);
}

const noSource = { resource: "", search: "id" } as const;

/**
 * Chooses the only record that there is to choose: `value` must be what `onChange` sets. When the choices change, what was
 * chosen this way goes with them. Does nothing without a reference.
 */
function useOnlyChoice(
  reference: ReferenceDescriptor | undefined,
  value: Json | undefined,
  onChange: (value: Json) => void,
): void {
  const filter = useReferenceFilter(reference ?? {});
  const chosen = useRef<Json>(null);
  const isEmpty = value === null || value === undefined;
  const isOurs = !isEmpty && value === chosen.current;
  const choicesQuery = useChoices({
    source: reference ?? noSource,
    filter,
    text: "",
    enabled: reference !== undefined && (isEmpty || isOurs),
  });
  const only = choicesQuery.total === 1 ? (choicesQuery.choices[0]?.value ?? null) : null;
  const isKnown = reference !== undefined && !choicesQuery.isLoading && choicesQuery.error === null;
  /** The choices for which it was chosen: emptied by hand it stays empty. */
  const lastFilter = useRef<string>("");
  const filterText = JSON.stringify(filter);
  useEffect(() => {
    if (!isKnown || !(isEmpty || isOurs) || lastFilter.current === filterText) return;
    lastFilter.current = filterText;
    if (only === (value ?? null)) return;
    chosen.current = only;
    onChange(only);
  });
}
