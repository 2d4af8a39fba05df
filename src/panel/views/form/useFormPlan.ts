import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { computingFields } from "../../../core/validation/expressions/computeFields.ts";
import type { FormValues } from "../../kinds/controls/formValues.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { planForm } from "./formPlan.ts";
import { decidingFields } from "./referencedValues.ts";
import { type FormOptions, putIn, type RecordForm } from "./useRecordForm.ts";

/** The fields that a form shows for its current values, and what their inputs know of each other. */
export function useFormPlan({ mode, presets = {}, override = {} }: FormOptions, recordForm: RecordForm) {
  const { form, descriptor, record, sources, related, baseNow, setBase } = recordForm;
  const { fields, rules } = descriptor;
  const access = useAccess();
  const deciding = useMemo(
    () => [...new Set([...decidingFields(fields), ...sources.map(({ field }) => field), ...computingFields(fields)])],
    [fields, sources],
  );
  // Only these require a new plan; each field follows its own value.
  useWatch({ control: form.control, name: deciding });
  const components = Object.entries(override.fieldComponents ?? {});
  const groups = planForm({
    descriptor,
    access,
    record,
    context: { mode, related: related.read },
    values: form.getValues(),
    preset: new Set(Object.keys(presets)),
    always: new Set(components.map(([name]) => name)),
    omitted: new Set([
      ...components.flatMap(([name, component]) => (component === null ? [name] : [])),
      ...(mode === "update" ? (override.onlyNew ?? []) : []),
    ]),
  });
  const [holds, setHolds] = useState<Readonly<Record<string, string>>>({});
  const { read } = related;
  const formValues = useMemo(
    (): FormValues => ({
      isNew: mode === "create",
      read: (path) => read(path) ?? valueAtPath(form.getValues(), path),
      subscribe: (listener) => form.subscribe({ formState: { values: true }, callback: listener }),
      begin: (name, value) => {
        const now = baseNow();
        setBase({ ...now, start: { ...now.start, [name]: value } });
        form.resetField(name, { defaultValue: value });
      },
      fill: (name, value) => putIn(form, { [name]: value }),
      hold: (id, reason) =>
        setHolds((previous) => {
          const { [id]: _, ...otherHolds } = previous;
          return reason === null ? otherHolds : { ...otherHolds, [id]: reason };
        }),
      isDistinct: (path) => rules.some(({ rule, fields: names }) => rule === "distinct" && names[0] === path),
    }),
    [form, read, mode, rules, baseNow, setBase],
  );
  // Once shown the form stays: what is typed into it lives in its inputs.
  const [isShown, setIsShown] = useState(!related.isLoading);
  if (!isShown && !related.isLoading) setIsShown(true);
  return {
    groups,
    /** Other fields' values, for inputs that depend on them. */
    formValues,
    /** The reason that saving has to wait; undefined: it need not. */
    hold: Object.values(holds)[0],
    /** Nothing can be shown yet: a record that decides what is shown is still loading. */
    isDeciding: !isShown && related.isLoading,
  };
}
