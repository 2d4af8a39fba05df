import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useDelete, useNotify, useTranslate } from "react-admin";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { finalStatusOf } from "../../../core/validation/transitions.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { Value } from "../../kinds/Value.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { actionKey, fieldKey } from "../../navigation/labels.ts";
import { hasStatus } from "../../providers/errors.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { useCellContext } from "../useCellContext.ts";
import { useDependents } from "./useDependents.ts";

interface RemoveDialogProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before removing a record, naming it and what is removed along with it. Errors are shown in the dialog. */
export function RemoveDialog({ descriptor, record, onClose, onRemoved }: RemoveDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const titleId = useId();
  const textId = useId();
  const title = recordTitle(descriptor.recordRepresentation, record);
  // It stays in a final state, in which other fields may change as well.
  const isKept = finalStatusOf(descriptor) !== undefined || descriptor.softDelete !== undefined;
  const manner = finalStatusOf(descriptor) ? "terminate" : "delete";
  // Lifting a ban or ending a session is not deleting: such resources have verbs of their own.
  const textOf = (part: "text" | "done") =>
    translate(`resources.${descriptor.name}.remove.${part}`, {
      title,
      _: translate(`views.remove.${part}.${manner}`, { title }),
    });
  const [remove, { isPending, isSuccess, error }] = useDelete<PanelRecord>();
  const { texts: belongings, tried } = useDependents(descriptor, [record], isPending || isSuccess);
  const confirm = () => {
    const onSuccess = () => {
      notify(textOf("done"), { type: "success" });
      refreshAfterWrite(queryClient);
      onRemoved();
    };
    void remove(descriptor.name, { id: record.id, previousData: record }, { onSuccess });
  };
  const isForbidden = hasStatus(error, 403);
  const why = isForbidden && <WhyButton question={{ resource: descriptor.name, right: "delete", record }} hasLabel />;
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} maxWidth="xs">
      <DialogTitle id={titleId}>{translate(actionKey(descriptor.name, "remove"))}</DialogTitle>
      <DialogContent id={textId}>
        <p className="below-8">{textOf("text")}</p>
        {isKept && tried && <ChangeList descriptor={descriptor} changes={tried.records[0]?.changes} />}
        {belongings.length > 0 && (
          <>
            <p className="below-8">{translate("views.remove.belongings")}</p>
            <ul className="bullets below-8">
              {belongings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
        {error ? (
          <Alert severity="error" action={why}>
            {requestErrorText(translate, error)}
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        {/* A hasty Enter hits the harmless button. */}
        <Button autoFocus onClick={onClose}>
          {translate("views.remove.cancel")}
        </Button>
        <Button variant="contained" color="error" loading={isPending} onClick={confirm}>
          {translate(actionKey(descriptor.name, "remove"))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChangeListProps {
  readonly descriptor: ResourceDescriptor;
  /** Changes by field, as the journal has them. */
  readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>> | undefined;
}

/** The fields of a record that change, with their values before and after. */
function ChangeList({ descriptor, changes = {} }: ChangeListProps): ReactNode {
  const translate = useTranslate();
  const context = useCellContext(descriptor.name, "list");
  const changedFields = descriptor.fields.filter(
    ({ name, apiOnly, internal }) => name in changes && !apiOnly && !internal,
  );
  const show = (field: FieldDescriptor, value: Json | undefined) =>
    hasValue(value) ? (
      <Value kind={field.kind} value={value} source={field.name} record={{ id: 0 }} field={field} context={context} />
    ) : (
      translate("views.remove.nothing")
    );
  if (changedFields.length === 0) return null;
  return (
    <SimpleShowLayout className="stack pairs gap-4 below-8">
      {changedFields.map((field) => (
        <Labeled key={field.name} label={translate(fieldKey(descriptor.name, field.name), { smart_count: 1 })}>
          {show(field, changes[field.name]?.before)} <span aria-hidden="true">→</span>
          <span className="sr-only">{translate("views.remove.becomes")}</span> {show(field, changes[field.name]?.after)}
        </Labeled>
      ))}
    </SimpleShowLayout>
  );
}
