import CheckIcon from "@mui/icons-material/Check";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import { useLocale, useNotify, useTranslate } from "react-admin";
import { chooseLanguage, languageName, offeredLanguages } from "../language.ts";
import { failureKeys } from "../providers/http.ts";

/** Menu items for the panel's languages. The page keeps its state, including typed text. */
export function LanguageItems({ onChosen }: { onChosen: () => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const choose = async (language: string) => {
    onChosen();
    await chooseLanguage(language).catch(() => notify(failureKeys.network, { type: "error" }));
  };
  return (
    <>
      <ListSubheader sx={{ lineHeight: 2.5 }}>{translate("app.user.language")}</ListSubheader>
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
