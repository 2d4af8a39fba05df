import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useMutation, useQuery } from "@tanstack/react-query";
import { use, useId, useState } from "react";
import { useNotify, useRefresh, useTranslate } from "react-admin";
import { hasExtension } from "../../providers/extensions.ts";
import { fetchObject } from "../../providers/fetchObject.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";

const texts = addTexts("mails");
const resource = "emailtemplates";
const path = `/api/${resource}/missing`;

/** A default of the platform that a reseller has no template of. */
interface MissingTemplate {
  readonly reseller_id: number;
  readonly reseller_name: string;
  readonly name: string;
}

/** Says how many defaults resellers lack and offers to copy them; nothing for users who may not, or if none is missing. */
export function MissingTemplates() {
  use(texts);
  const translate = useTranslate();
  const mayCopy = useAccess().can(summaryOf(resource), "create") && hasExtension("mail_templates");
  const { data: missing = [] } = useQuery({ queryKey: [resource, "missing"], queryFn: loadMissing, enabled: mayCopy });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {missing.length > 0 && (
        <Alert
          severity="info"
          className="below-16"
          action={
            <Button color="inherit" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {translate("mails.missing.show")}
            </Button>
          }
        >
          {translate("mails.missing.note", { smart_count: missing.length })}
        </Alert>
      )}
      {isOpen && <MissingDialog missing={missing} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface MissingDialogProps {
  readonly missing: readonly MissingTemplate[];
  readonly onClose: () => void;
}

function MissingDialog({ missing, onClose }: MissingDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useMutation({
    mutationFn: copyMissing,
    onSuccess: (copied) => {
      notify("mails.missing.copied", { type: "success", messageArgs: { smart_count: copied } });
      refresh();
      onClose();
    },
  });
  const resellers = new Map<number, MissingTemplate[]>();
  for (const template of missing)
    resellers.set(template.reseller_id, [...(resellers.get(template.reseller_id) ?? []), template]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{translate("mails.missing.title")}</DialogTitle>
      <DialogContent>
        <p>{translate("mails.missing.about")}</p>
        {[...resellers].map(([id, templates]) => (
          <section key={id}>
            <h3 className="text-13 below-4">{templates[0]?.reseller_name}</h3>
            <ul className="bullets below-12">
              {templates.map(({ name }) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        ))}
        {error && <Alert severity="error">{requestErrorText(translate, error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("mails.missing.cancel")}</Button>
        <Button variant="contained" loading={isPending} onClick={() => mutate()}>
          {translate("mails.missing.copy", { smart_count: missing.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

async function loadMissing(): Promise<MissingTemplate[]> {
  return (await fetchObject<{ missing: MissingTemplate[] }>({ path }, { missing: "array" })).missing;
}

/** Resolves to the count of new templates. */
async function copyMissing(): Promise<number> {
  return (await fetchObject<{ copied: number }>({ method: "POST", path }, { copied: "number" })).copied;
}
