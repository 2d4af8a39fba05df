import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { Link } from "react-router";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { type ProvisioningField, readRow } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { ChoiceInput } from "../../kinds/controls/ChoiceInput.tsx";
import { noErrors, type PartProps } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { recordPagePath } from "../../navigation/recordPath.ts";
import { runForm } from "../../providers/provisioning.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { RefusedValuesError } from "../../views/form/formErrors.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../../views/form/useValidatedSave.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { TemplateFaults } from "./TemplateFaults.tsx";
import { useErrorTexts, useTemplate } from "./useTemplate.ts";

/** The form that a template describes: what it would make for these values, and making it. */
export function FormTab({ descriptor, record }: CustomTabProps<"provisioningtemplates">): ReactNode {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const { model, faults } = useTemplate(record);
  const fields = model?.fields ?? [];
  const errorText = useErrorTexts(fields);
  const mayRun = useAccess().can(descriptor, "update");
  const [values, setValues] = useState<WireRecord>(() => initial(fields));
  const [isDry, setIsDry] = useState(false);
  const [report, setReport] = useState<RunReport | null>(null);
  const shownFields = new Set(fields.map(({ name }) => name));
  const messageContext = useErrorMessageContext("provisioningtemplates");
  const { save, isSaving, errors, refused, general } = useValidatedSave({ messageContext, shownFields });
  const elsewhere = refused?.elsewhere ?? [];

  const toFormError = (error: FieldError) => {
    const { pointer } = error;
    const { label, text } = errorText(error);
    return { pointer, text: label === "" || shownFields.has(pointer.slice(1)) ? text : `${label}: ${text}` };
  };
  const send = async (dry: boolean) => {
    const sent = await runForm(record.id, values, dry);
    const rowErrors = sent.lines.flatMap((line) => line.errors);
    if (rowErrors.length > 0) throw new RefusedValuesError(rowErrors.map(toFormError));
    return sent;
  };
  const run = async (dry: boolean) => {
    setIsDry(dry);
    setReport(null);
    const check = () => toChecked(dry, readRow(fields, values).errors.map(toFormError));
    const result = await save({ check, send });
    if ("refused" in result) return;
    setReport(result.stored);
    if (dry || result.stored.created === 0) return;
    setValues(initial(fields));
    refreshAfterWrite(queryClient);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(false);
  };

  if (!model || faults.length > 0 || model.scripts.length > 0) return <TemplateFaults record={record} />;
  return (
    <form className="stack gap-16 max-640" onSubmit={onSubmit} noValidate>
      {fields.map((field) => (
        <RowField
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errors[`/${field.name}`]}
          readOnly={!mayRun}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {mayRun && (
        <div className="row across-16">
          <Button type="submit" variant="contained" loading={isSaving && !isDry}>
            {translate("provisioning.run")}
          </Button>
          <Button variant="outlined" loading={isSaving && isDry} onClick={() => void run(true)}>
            {translate("provisioning.check")}
          </Button>
        </div>
      )}
      {elsewhere.length === 0 && general.length > 0 && <Alert severity="error">{general.join(" ")}</Alert>}
      {elsewhere.length > 0 && (
        <Alert severity="error" role="alert">
          {translate("provisioning.refused")}
          <ul className="bullets">
            {elsewhere.map(({ pointer, text }) => (
              <li key={`${pointer} ${text}`}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      {report?.failed === 0 && <Outcome report={report} />}
    </form>
  );
}

function Outcome({ report }: { readonly report: RunReport }): ReactNode {
  const translate = useTranslate();
  if (report.is_dry_run) return <Alert severity="success">{translate("provisioning.wouldWork")}</Alert>;
  const { subscriber, contract } = report.lines[0]?.created ?? {};
  const [resource, id] = subscriber?.[0] === undefined ? ["customers", contract?.[0]] : ["subscribers", subscriber[0]];
  const path = id === undefined ? null : recordPagePath(resource, { id });
  return (
    <Alert severity="success">
      {translate("provisioning.made")} {path !== null && <Link to={path}>{translate("provisioning.toRecord")}</Link>}
    </Alert>
  );
}

function initial(fields: readonly ProvisioningField[]): WireRecord {
  return Object.fromEntries(fields.map((field) => [field.name, field.default ?? null]));
}

interface RowFieldProps {
  readonly field: ProvisioningField;
  readonly value: Json | undefined;
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: Json) => void;
}

/** A field of the form, with the input of its kind. */
function RowField({ field, value, error, readOnly, onChange }: RowFieldProps): ReactNode {
  const { name, kind, label, help, required, options = [] } = field;
  const descriptor: FieldDescriptor = {
    ...{ name, kind, required },
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(kind === "enum" ? { enum: options.map((option) => option.value) } : {}),
  };
  const part: PartProps = {
    id: `provisioning-${name}`,
    resource: "provisioningtemplates",
    path: name,
    field: descriptor,
    ...{ value, onChange, label, required, readOnly },
    ...(help === undefined ? {} : { help }),
    errors: error === undefined ? noErrors : { "": error },
  };
  if (kind === "enum") return <ChoiceInput {...part} Part={KindInput} choices={options} />;
  return <KindInput {...part} />;
}
