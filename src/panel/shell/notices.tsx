import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useNavigate } from "react-router";
import { draftKey, forgetDraft } from "../views/form/drafts.ts";
import { forgetUnfinished, type UnfinishedForm } from "./unfinishedForms.ts";

/** Says once that the older panel can still be opened. */
export function OlderPanelNotice({ onDismiss }: { onDismiss: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" size="small" onClick={onDismiss}>
          {translate("notices.older.dismiss")}
        </Button>
      }
      sx={{ borderRadius: 0 }}
    >
      {translate("notices.older.text")}
    </Alert>
  );
}

/** Says that a form was left for another one and is not complete, with the way back to it. */
export function UnfinishedNotice({ form }: { form: UnfinishedForm }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { address, title, state } = form;
  const discard = () => {
    forgetDraft(draftKey(address));
    forgetUnfinished(address);
  };
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <>
          <Button color="inherit" size="small" variant="outlined" onClick={() => navigate(address, { state })}>
            {translate("notices.unfinished.back")}
          </Button>
          <Button color="inherit" size="small" onClick={discard} sx={{ ml: 1 }}>
            {translate("notices.unfinished.discard")}
          </Button>
        </>
      }
      sx={{ borderRadius: 0 }}
    >
      {translate("notices.unfinished.text", { title })}
    </Alert>
  );
}
