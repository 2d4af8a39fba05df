import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import { useStore, useTranslate } from "react-admin";
import { offeredLanguages } from "../language.ts";
import { LanguageItems } from "./LanguageItems.tsx";

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
