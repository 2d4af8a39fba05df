import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { Fragment, type ReactNode, use } from "react";
import { useStore, useTranslate } from "react-admin";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { useMenu } from "../useMenu.ts";
import styles from "./keysDialog.module.css";

const loadTexts = textsLoader("keys");

/** The actions of single keys, or of several pressed one after the other. Texts: `keys.does`. */
const keys = [
  { name: "help", press: ["?"] },
  { name: "search", press: ["/"] },
  { name: "everything", press: ["Ctrl", "K"] },
  { name: "next", press: ["j"] },
  { name: "previous", press: ["k"] },
  { name: "select", press: ["x"] },
  { name: "create", press: ["c"] },
  { name: "edit", press: ["e"] },
  { name: "rowMenu", press: ["m"] },
  { name: "lock", press: ["l"] },
  { name: "unlock", press: ["u"] },
  { name: "preferences", press: ["p"] },
  { name: "forwards", press: ["f"] },
  { name: "password", press: ["w"] },
  { name: "duplicate", press: ["d"] },
  { name: "copyLink", press: ["y"] },
  { name: "remove", press: ["Delete"] },
  { name: "leave", press: ["Esc"] },
] as const;

interface KeysDialogProps {
  /** After `g`: the letter and the menu entry that it leads to. */
  readonly destinations: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Lists the keys with their actions, and has the switch for single keys. */
export function KeysDialog({ destinations, onClose }: KeysDialogProps): ReactNode {
  use(loadTexts());
  const translate = useTranslate();
  const [isOn, setIsOn] = useStore("preferences.keys", true);
  const entries = useMenu().flatMap((group) => group.entries);
  const labelOf = (name: string) =>
    name === "dashboard" ? translate("app.page.dashboard") : entries.find(({ key }) => key === name)?.label;
  const places = Object.entries(destinations).flatMap(([letter, name]) => {
    const label = labelOf(name);
    return label === undefined ? [] : [{ press: ["g", letter], label: translate("keys.goTo", { name: label }) }];
  });
  const actions = keys.map(({ name, press }) => ({ press, label: translate(`keys.does.${name}`) }));
  return (
    <Dialog open onClose={onClose} aria-labelledby="keys-title" fullWidth maxWidth="sm">
      <DialogTitle id="keys-title">{translate("keys.title")}</DialogTitle>
      <DialogContent>
        <FormControlLabel
          control={<Switch checked={isOn} onChange={(_, on) => setIsOn(on)} />}
          label={translate("keys.single")}
        />
        <SimpleShowLayout className={`stack facts gap-4 across-24 above-12 ${styles.list}`}>
          {[...actions, ...places].map(({ press, label }) => (
            <Labeled
              key={label}
              label={press.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && " "}
                  <kbd className="key text-12">{key}</kbd>
                </Fragment>
              ))}
            >
              {label}
            </Labeled>
          ))}
        </SimpleShowLayout>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate("app.notice.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
