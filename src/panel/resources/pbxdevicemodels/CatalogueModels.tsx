import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useMutation, useQuery } from "@tanstack/react-query";
import { use, useId, useState } from "react";
import { useNotify, useRefresh, useTranslate } from "react-admin";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { importModels, loadCatalogueModels } from "../../providers/deviceFiles.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import styles from "./readyModels.module.css";

const texts = addTexts("devices");
const resource = "pbxdevicemodels";

/** Offers the phones that the platform knows; nothing for users who may not create models. */
export function CatalogueModels() {
  use(texts);
  const translate = useTranslate();
  const mayTake = useAccess().can(summaryOf(resource), "create") && hasExtension("ready_models");
  const [isOpen, setIsOpen] = useState(false);
  if (!mayTake) return null;
  return (
    <>
      <Alert
        severity="info"
        className="below-16"
        action={
          <Button color="inherit" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {translate("devices.ready.show")}
          </Button>
        }
      >
        {translate("devices.ready.note")}
      </Alert>
      {isOpen && <ReadyDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ReadyDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const hasResellers = useAccess().can(summaryOf("resellers"), "lookup");
  const [reseller, setReseller] = useState<number | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const { data: models = [], error } = useQuery({
    queryKey: [resource, "ready", reseller],
    queryFn: () => loadCatalogueModels(reseller),
    enabled: !hasResellers || reseller !== null,
  });
  const chosen = models.filter(({ name, is_taken }) => !is_taken && !excluded.has(name)).map(({ name }) => name);
  const taking = useMutation({
    mutationFn: () => importModels(reseller, chosen),
    onSuccess: (count) => {
      notify("devices.ready.taken", { type: "success", messageArgs: { smart_count: count } });
      refresh();
      onClose();
    },
  });
  const toggle = (name: string) => {
    const next = new Set(excluded);
    if (!next.delete(name)) next.add(name);
    setExcluded(next);
  };
  const failure = taking.error ?? error;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{translate("devices.ready.title")}</DialogTitle>
      <DialogContent>
        <p>{translate("devices.ready.about")}</p>
        {hasResellers && (
          <ReferencePicker
            id={`${id}-reseller`}
            label={translate(`resources.${resource}.fields.reseller_id`)}
            source={{ resource: "resellers", search: "name" }}
            filter={{ status: "active,locked" }}
            value={reseller}
            onChange={(value) => setReseller(typeof value === "number" ? value : null)}
            required
          />
        )}
        <ul className={`stack gap-0 above-8 ${styles.list}`}>
          {models.map(({ name, keys, is_taken }) => (
            <li key={name}>
              <FormControlLabel
                control={
                  <Checkbox
                    checked={is_taken || !excluded.has(name)}
                    disabled={is_taken}
                    onChange={() => toggle(name)}
                  />
                }
                label={translate(is_taken ? "devices.ready.there" : "devices.ready.model", { name, smart_count: keys })}
              />
            </li>
          ))}
        </ul>
        {failure && <Alert severity="error">{requestErrorText(translate, failure)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("devices.ready.cancel")}</Button>
        <Button
          variant="contained"
          disabled={chosen.length === 0}
          loading={taking.isPending}
          onClick={() => taking.mutate()}
        >
          {translate("devices.ready.take", { smart_count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
