import { BooleanInput, SelectInput } from "react-admin";
import { enumKey } from "../../navigation/labels.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** The form of reminders, with react-admin's own inputs but for the time, which is on the subscriber's clock. */
export const form: FormOverride<"reminders"> = {
  fieldComponents: {
    recur: ({ path, label, help, field, required, readOnly }) => (
      <SelectInput
        source={path}
        label={label}
        helperText={help ?? false}
        choices={field.enum?.map((id) => ({ id, name: enumKey("reminders", path, id) }))}
        isRequired={required}
        readOnly={readOnly}
      />
    ),
    active: ({ path, label, help, readOnly }) => (
      <BooleanInput source={path} label={label} helperText={help ?? false} readOnly={readOnly} />
    ),
  },
};
