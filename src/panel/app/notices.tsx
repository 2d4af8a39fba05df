import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { useNavigate } from "react-router";
import { deleteDraft, draftKey } from "../views/form/drafts.ts";
import { discardUnfinishedForm, type UnfinishedForm } from "../views/form/returnNavigation.ts";
import styles from "./shell.module.css";

/** Says once that the legacy panel is still available. */
export function LegacyPanelNotice({ onDismiss }: { onDismiss: () => void }) {
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
      className={styles.square}
    >
      {translate("notices.older.text")}
    </Alert>
  );
}

/** Names an unfinished form that was left for another one, with a link back. */
export function UnfinishedNotice({ form }: { form: UnfinishedForm }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { url, title, state } = form;
  const discard = () => {
    deleteDraft(draftKey(url));
    discardUnfinishedForm(url);
  };
  return (
    <Alert
      severity="warning"
      role="status"
      action={
        <>
          <Button
            color="inherit"
            size="small"
            variant="outlined"
            className="beside"
            onClick={() => navigate(url, { state })}
          >
            {translate("notices.unfinished.back")}
          </Button>
          <Button color="inherit" size="small" onClick={discard}>
            {translate("notices.unfinished.discard")}
          </Button>
        </>
      }
      className={styles.square}
    >
      {translate("notices.unfinished.text", { title })}
    </Alert>
  );
}
