import CheckIcon from "@mui/icons-material/Check";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import { useLocale, useNotify, useTranslate } from "ra-core";
import { chooseLanguage, languageName, offeredLanguages } from "../language.ts";
import { failureKeys } from "../providers/http.ts";

/** The languages of the panel, for a menu. The page stays as it is, with what is typed in it. */
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
