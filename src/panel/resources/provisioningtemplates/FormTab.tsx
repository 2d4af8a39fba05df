import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
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
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
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
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const { mutate, data, error, isPending, variables, reset } = useMutation({
    mutationFn: (isDry: boolean) => runForm(record.id, values, isDry),
    onSuccess: (report, isDry) => {
      setErrors(report.lines.flatMap((line) => line.errors));
      if (isDry || report.created === 0) return;
      setValues(initial(fields));
      refreshAfterWrite(queryClient);
    },
  });

  const run = (isDry: boolean) => {
    const rowErrors = readRow(fields, values).errors;
    setErrors(rowErrors);
    if (rowErrors.length > 0) return reset();
    mutate(isDry);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    run(false);
  };
  const fieldNames = new Set(fields.map(({ name }) => name));
  const otherErrors = errors.filter(({ pointer }) => !fieldNames.has(pointer.slice(1)));

  if (!model || faults.length > 0 || model.scripts.length > 0) return <TemplateFaults record={record} />;
  return (
    <form className="stack gap-16 max-640" onSubmit={onSubmit} noValidate>
      {fields.map((field) => {
        const mine = errors.find(({ pointer }) => pointer === `/${field.name}`);
        return (
          <RowField
            key={field.name}
            field={field}
            value={values[field.name]}
            error={mine && errorText(mine).text}
            readOnly={!mayRun}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        );
      })}
      {mayRun && (
        <div className="row across-16">
          <Button type="submit" variant="contained" loading={isPending && variables === false}>
            {translate("provisioning.run")}
          </Button>
          <Button variant="outlined" loading={isPending && variables === true} onClick={() => run(true)}>
            {translate("provisioning.check")}
          </Button>
        </div>
      )}
      {error && <Alert severity="error">{requestErrorText(translate, error)}</Alert>}
      {otherErrors.length > 0 && (
        <Alert severity="error" role="alert">
          {translate("provisioning.refused")}
          <ul className="bullets">
            {otherErrors.map((rowError) => {
              const { label, text } = errorText(rowError);
              return <li key={`${rowError.pointer} ${rowError.key}`}>{label === "" ? text : `${label}: ${text}`}</li>;
            })}
          </ul>
        </Alert>
      )}
      {data && data.failed === 0 && !isPending && <Outcome report={data} />}
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
    problems: error === undefined ? noErrors : { "": error },
  };
  if (kind === "enum") return <ChoiceInput {...part} Part={KindInput} choices={options} />;
  return <KindInput {...part} />;
}
