import CheckIcon from "@mui/icons-material/Check";
import ContrastIcon from "@mui/icons-material/Contrast";
import { Divider, IconButton, ListItemIcon, ListSubheader, Menu, MenuItem, Tooltip } from "@mui/material";
import { useTranslate } from "ra-core";
import type { Density, ThemeChoice } from "../theme/colourMode.ts";
import { useAppearance } from "../theme/PanelTheme.tsx";
import { useMenuAnchor } from "./useMenuAnchor.ts";

const choices: readonly ThemeChoice[] = ["light", "dark", "system"];
const densities: readonly Density[] = ["comfortable", "compact"];

/** Light, dark or as the system says; comfortable or compact. */
export function AppearanceMenu() {
  const translate = useTranslate();
  const { choice, setChoice, density, setDensity } = useAppearance();
  const { button, menu } = useMenuAnchor();
  const label = translate("app.appearance.label");
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} {...button}>
          <ContrastIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu {...menu}>
        <Heading text={translate("app.appearance.theme")} />
        {choices.map((option) => (
          <Option
            key={option}
            label={translate(`app.appearance.${option}`)}
            isChosen={option === choice}
            onChoose={() => setChoice(option)}
          />
        ))}
        <Divider component="li" />
        <Heading text={translate("app.appearance.density")} />
        {densities.map((option) => (
          <Option
            key={option}
            label={translate(`app.appearance.${option}`)}
            isChosen={option === density}
            onChoose={() => setDensity(option)}
          />
        ))}
      </Menu>
    </>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <ListSubheader disableSticky role="presentation" sx={{ lineHeight: "28px", bgcolor: "transparent" }}>
      {text}
    </ListSubheader>
  );
}

function Option({ label, isChosen, onChoose, ...focus }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <MenuItem {...focus} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
      <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      {label}
    </MenuItem>
  );
}
