import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import { useId } from "react";
import { useTranslate } from "react-admin";
import { useRoleName } from "../providers/roles.ts";
import { viewAs } from "../providers/viewAs.ts";
import styles from "./shell.module.css";

interface ViewAsDialogProps {
  readonly roles: readonly string[];
  readonly onClose: () => void;
}

/** Chooses the role to look through. */
export function ViewAsDialog({ roles, onClose }: ViewAsDialogProps) {
  const translate = useTranslate();
  const roleName = useRoleName();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby={titleId} aria-describedby={textId}>
      <DialogTitle id={titleId}>{translate("app.viewAs.title")}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} className="below-8">
          {translate("app.viewAs.text")}
        </DialogContentText>
        <List dense disablePadding aria-labelledby={titleId} className={styles.roles}>
          {roles.map((role) => (
            <ListItem key={role} disablePadding>
              <ListItemButton className="pad-inline-8" onClick={() => viewAs(role)}>
                {roleName(role)}
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("app.viewAs.cancel")}</Button>
      </DialogActions>
    </Dialog>
  );
}
