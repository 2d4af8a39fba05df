import CheckIcon from "@mui/icons-material/Check";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import { useLocale, useNotify, useStore, useTranslate } from "react-admin";
import { chooseLanguage, languageName, offeredLanguages } from "../language.ts";
import { failureKeys } from "../providers/http.ts";
import styles from "./shell.module.css";

/** What of the account menu is loaded when somebody reaches for it. */
export function LaterItems({ onChosen }: { onChosen: () => void }) {
  const translate = useTranslate();
  const [, setIsHelpOpen] = useStore("keysHelp", false);
  return (
    <>
      {offeredLanguages().length > 1 && <LanguageItems onChosen={onChosen} />}
      <MenuItem
        onClick={() => {
          onChosen();
          setIsHelpOpen(true);
        }}
      >
        <ListItemIcon>
          <KeyboardOutlined fontSize="small" />
        </ListItemIcon>
        {translate("app.user.keys")}
      </MenuItem>
    </>
  );
}

/** Menu items for the panel's languages. The page keeps its state, including typed text. */
function LanguageItems({ onChosen }: { onChosen: () => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const choose = async (language: string) => {
    onChosen();
    await chooseLanguage(language).catch(() => notify(failureKeys.network, { type: "error" }));
  };
  return (
    <>
      <ListSubheader className={styles.later}>{translate("app.user.language")}</ListSubheader>
      {offeredLanguages().map((language) => (
        <MenuItem
          key={language}
          role="menuitemradio"
          aria-checked={language === locale}
          onClick={() => void choose(language)}
        >
          <ListItemIcon>{language === locale && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText lang={language}>{languageName(language)}</ListItemText>
        </MenuItem>
      ))}
      <Divider />
    </>
  );
}
