import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FormValuesContext, fixedValues } from "../../kinds/controls/formValues.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { hasStatus } from "../../providers/errors.ts";
import { useResource } from "../../providers/resources.ts";
import { type PanelRecord, readText } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { CopyButton } from "../CopyButton.tsx";
import { WhyButton } from "../explain/WhyButton.tsx";
import { checkRecord } from "../form/checkForm.ts";
import { toFormErrors } from "../form/formErrors.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../form/useValidatedSave.ts";
import styles from "./record.module.css";
import { passwordFields } from "./recordActions.ts";
import { usePatchParts } from "./usePatchField.ts";

interface PasswordDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly onClose: () => void;
}

/**
 * Gives a record new passwords, typed or generated. They are shown once more when they are stored, to be passed on, and
 * are nowhere but in this dialog.
 */
export function PasswordDialog({ descriptor, record, onClose }: PasswordDialogProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const titleId = useId();
  const { values, change, errors, general, refused, isDone, isSaving, save, fields } = usePasswords(descriptor, record);
  const formValues = useMemo(() => fixedValues((path) => valueAtPath(record, path)), [record]);
  const enteredFields = fields.filter((field) => values[field.name]);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The input with the focus has given way to the result.
    if (isDone) content.current?.focus();
  }, [isDone]);
  const isForbidden = hasStatus(refused?.error, 403);
  const why = isForbidden && <WhyButton question={{ resource: name, right: "update", record }} hasLabel />;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      // A click outside loses nothing: neither what was typed nor what is shown once.
      onClose={(_, reason) => (reason === "escapeKeyDown" || enteredFields.length === 0) && !isSaving && onClose()}
    >
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>
          {translate("forms.password.reset.title", { title: recordTitle(descriptor.recordRepresentation, record) })}
        </DialogTitle>
        <DialogContent ref={content} tabIndex={-1} className={`stack gap-16 ${styles.passwordDialog}`}>
          {isDone ? (
            <>
              <Alert severity="success" role="status">
                {translate("forms.password.reset.done")}
              </Alert>
              <dl className="stack">
                {enteredFields.map((field) => (
                  <div key={field.name}>
                    <dt className="text-12">{translate(fieldKey(name, field.name))}</dt>
                    <dd className="row middle">
                      <code className="text-16">{readText(values, field.name)}</code>
                      <CopyButton text={readText(values, field.name) ?? ""} />
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          ) : (
            <FormValuesContext value={formValues}>
              {fields.map((field) => (
                <KindInput
                  key={field.name}
                  id={`${titleId}${field.name}`}
                  resource={name}
                  path={field.name}
                  field={field}
                  value={values[field.name]}
                  onChange={(value) => change(field.name, value)}
                  label={translate(fieldKey(name, field.name))}
                  errors={errorsBelow(errors, field.name)}
                />
              ))}
              {general.length > 0 && (
                <Alert severity="error" action={why}>
                  {general.join(" ")}
                </Alert>
              )}
            </FormValuesContext>
          )}
        </DialogContent>
        <DialogActions>
          {isDone ? (
            <Button variant="contained" onClick={onClose}>
              {translate("forms.password.reset.close")}
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>{translate("views.remove.cancel")}</Button>
              <Button type="submit" variant="contained" loading={isSaving} disabled={enteredFields.length === 0}>
                {translate("forms.password.reset.save")}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

function usePasswords(descriptor: ResourceDescriptor, record: PanelRecord) {
  const { name } = descriptor;
  const access = useAccess();
  const passwordPolicy = usePasswordRules();
  const module = useResource(name);
  const messageContext = useErrorMessageContext(name);
  const { dataProvider, queryClient } = usePatchParts();
  // Those that were offered first: what the rights allow may change while the dialog is open.
  const [fields] = useState(() => passwordFields(descriptor, access, record));
  const [values, setValues] = useState<Readonly<Record<string, Json>>>({});
  const [isDone, setIsDone] = useState(false);
  const enteredValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const saving = useValidatedSave({ messageContext, shownFields: new Set(Object.keys(enteredValues)) });

  const check = async () => {
    const related = (path: string) => valueAtPath(record, path);
    const context = { mode: "update", passwordPolicy, related } as const;
    const { errors } = await checkRecord(module, { ...record, ...enteredValues }, context);
    const enteredErrors = errors.filter(({ pointer }) => pointer.slice(1) in enteredValues);
    return toChecked(enteredValues, toFormErrors(enteredErrors, messageContext));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (saving.isSaving) return;
    const result = await saving.save({ check, send: (wire) => dataProvider.patchFields(name, record.id, wire) });
    if ("refused" in result) return;
    refreshAfterWrite(queryClient);
    setIsDone(true);
  };
  const change = (field: string, value: Json) => setValues((before) => ({ ...before, [field]: value }));
  return { ...saving, fields, values, change, isDone, save };
}
