import { BooleanInput, TextInput } from "react-admin";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

/** The form of NCOS sets, with react-admin's own inputs. */
export const form: FormOverride<"ncossets"> = {
  fieldComponents: {
    name: (props) => <TextInput {...inputProps(props)} />,
    description: (props) => <TextInput {...inputProps(props)} />,
    expose_to_customer: (props) => <BooleanInput {...inputProps(props)} />,
  },
};

/** What react-admin's inputs call what the form says of a field. */
const inputProps = ({ path, label, help, required, readOnly }: FieldComponentProps) => ({
  source: path,
  label,
  helperText: help ?? false,
  isRequired: required,
  readOnly,
});
