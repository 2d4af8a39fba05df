import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import type { ActionDescriptor, Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FormValuesContext, fixedValues } from "../../kinds/controls/formValues.ts";
import { errorsBelow } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { actionKey, fieldKey, nameKey } from "../../navigation/labels.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { useCounted } from "../../providers/useCounted.ts";
import { checkRecord } from "../form/checkForm.ts";
import { toFormErrors } from "../form/formErrors.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../form/useValidatedSave.ts";
import { bulkActionText } from "../recordActions/actionTexts.ts";
import { updateCachedRecords } from "../recordActions/updateCachedRecords.ts";
import { usePatchParts } from "../recordActions/usePatchField.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { offerUndoOfForm } from "./offerUndo.ts";
import { runOneByOne } from "./oneByOne.ts";

interface CustomActionDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly action: ActionDescriptor;
  readonly records: readonly PanelRecord[];
  /** Called with the records of which it was refused; null when nothing was done. */
  readonly onClose: (refused: readonly PanelRecord[] | null) => void;
}

/** Asks for the fields of an action that a schema names, and takes it on one record or several, one after the other. */
export function CustomActionDialog({ descriptor, action, records, onClose }: CustomActionDialogProps) {
  const { name } = descriptor;
  const translate = useTranslate();
  const counted = useCounted();
  const titleId = useId();
  const { fields, values, change, errors, general, refusals, doneCount, isSaving, save } = useCustomAction(
    { descriptor, action, records },
    () => onClose([]),
  );
  const [record] = records;
  const formValues = useMemo(() => fixedValues((path) => record && valueAtPath(record, path)), [record]);
  const verb = bulkActionText(translate, descriptor, { kind: "action", action });
  const close = () => onClose(refusals.length > 0 ? refusals.map((refusal) => refusal.record) : null);
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={() => !isSaving && close()}>
      <form noValidate autoComplete="off" onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>
          {counted("bulk.title", records.length, { verb, name: translate(nameKey(name), { smart_count: 2 }) })}
        </DialogTitle>
        <DialogContent className="stack gap-16">
          <p>
            {action.confirm
              ? translate(actionKey(name, `${action.name}_confirm`))
              : records.map((one) => recordTitle(descriptor.recordRepresentation, one)).join(", ")}
          </p>
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
                required={field.required === true}
                errors={errorsBelow(errors, field.name)}
              />
            ))}
          </FormValuesContext>
          {isSaving && records.length > 1 && (
            <LinearProgress
              variant="determinate"
              value={(doneCount / records.length) * 100}
              aria-label={translate("bulk.progress")}
            />
          )}
          {general.length > 0 && <Alert severity="error">{general.join(" ")}</Alert>}
          {refusals.map((refusal) => (
            <Alert key={refusal.record.id} severity="error">
              {translate("bulk.undo.failure", {
                title: recordTitle(descriptor.recordRepresentation, refusal.record),
                reason: requestErrorText(translate, refusal.error),
              })}
            </Alert>
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate(isSaving && records.length > 1 ? "bulk.stop" : "bulk.cancel")}</Button>
          <Button type="submit" variant="contained" loading={isSaving} disabled={refusals.length > 0}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Refusal {
  readonly record: PanelRecord;
  readonly error: unknown;
}

function useCustomAction(
  { descriptor, action, records }: Omit<CustomActionDialogProps, "onClose">,
  onDone: () => void,
) {
  const { name } = descriptor;
  const { can } = useAccess();
  const passwordPolicy = usePasswordRules();
  const module = useResource(name);
  const messageContext = useErrorMessageContext(name);
  const parts = usePatchParts();
  const notify = useNotify();
  const counted = useCounted();
  const [first, ...further] = records;
  const all = descriptor.fields.map((field) =>
    action.required.includes(field.name) ? { ...field, required: true as const } : field,
  );
  const fields = action.fields.flatMap((asked) => all.find((field) => field.name === asked) ?? []);
  const [values, setValues] = useState<Readonly<Record<string, Json>>>(() =>
    Object.fromEntries(
      fields.map((field) => [field.name, (further.length === 0 ? first?.[field.name] : field.default) ?? null]),
    ),
  );
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [doneCount, setDoneCount] = useState(0);
  const stopper = useRef(new AbortController());
  // A closed dialog ends the run after the record in progress.
  useEffect(() => {
    stopper.current = new AbortController();
    return () => stopper.current.abort();
  }, []);
  const shownFields = new Set(action.fields);
  const saving = useValidatedSave({ messageContext, shownFields });

  const check = async () => {
    const previous = first ?? {};
    const related = (path: string) => valueAtPath(previous, path);
    const context = { mode: "update", passwordPolicy, related, previous, can } as const;
    const checked = { ...module, descriptor: { ...module.descriptor, fields: all } };
    const { errors } = await checkRecord(checked, { ...previous, ...values, ...action.set }, context);
    // What else is wrong with the record is the platform's to say.
    const shown = errors.filter(({ pointer }) => shownFields.has(pointer.split("/")[1] ?? ""));
    return toChecked(values, toFormErrors(shown, messageContext));
  };
  const act = (record: PanelRecord, input: typeof values) =>
    parts.dataProvider.act(name, record.id, action.name, input);
  const actOnMany = async (input: typeof values) => {
    const refused: Refusal[] = [];
    let changed = 0;
    await runOneByOne(records, {
      processItem: (record) => act(record, input),
      onResult: (record, error) => {
        if (error === undefined) changed += 1;
        else refused.push({ record, error });
        setDoneCount(changed + refused.length);
      },
      signal: stopper.current.signal,
    });
    notify(counted("bulk.changed", changed), { type: "success" });
    return refused;
  };
  const actOnOne = async (record: PanelRecord, input: typeof values) => {
    const { data } = await act(record, input);
    updateCachedRecords(parts.queryClient, name, record.id, data);
    await offerUndoOfForm(parts, descriptor, record, data, counted("bulk.changed", 1));
    return [];
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (saving.isSaving || !first) return;
    const send = (input: typeof values) => (further.length === 0 ? actOnOne(first, input) : actOnMany(input));
    const result = await saving.save({ check, send });
    if ("refused" in result) return;
    refreshAfterWrite(parts.queryClient);
    setRefusals(result.stored);
    if (result.stored.length === 0) onDone();
  };
  const change = (field: string, value: Json) => setValues((before) => ({ ...before, [field]: value }));
  return { ...saving, fields, values, change, refusals, doneCount, save };
}
