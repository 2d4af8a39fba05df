import CheckIcon from "@mui/icons-material/Check";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListSubheader from "@mui/material/ListSubheader";
import Menu, { type MenuProps } from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useTranslate } from "react-admin";
import type { Density, ThemeChoice } from "../theme/colourMode.ts";
import { useAppearance } from "../theme/PanelTheme.tsx";

const choices: readonly ThemeChoice[] = ["light", "dark", "system"];
const densities: readonly Density[] = ["comfortable", "compact"];

/** Theme (light, dark or system) and density (comfortable or compact). */
export function AppearanceMenu(menu: MenuProps) {
  const translate = useTranslate();
  const { choice, setChoice, density, setDensity } = useAppearance();
  const theme = translate("app.appearance.theme");
  const rowHeight = translate("app.appearance.density");
  return (
    <Menu {...menu}>
      <Heading text={theme} />
      {choices.map((option) => (
        <Option
          key={option}
          group={theme}
          label={translate(`app.appearance.${option}`)}
          isChosen={option === choice}
          onChoose={() => setChoice(option)}
        />
      ))}
      <Divider component="li" />
      <Heading text={rowHeight} />
      {densities.map((option) => (
        <Option
          key={option}
          group={rowHeight}
          label={translate(`app.appearance.${option}`)}
          isChosen={option === density}
          onChoose={() => setDensity(option)}
        />
      ))}
    </Menu>
  );
}

/** Decorative: each option's own label says what it belongs to. */
function Heading({ text }: { text: string }) {
  return (
    <ListSubheader disableSticky aria-hidden sx={{ lineHeight: "28px", bgcolor: "transparent" }}>
      {text}
    </ListSubheader>
  );
}

interface OptionProps {
  group: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** `focus` is provided by the menu for arrow-key navigation. */
function Option({ group, label, isChosen, onChoose, ...focus }: OptionProps) {
  return (
    <MenuItem
      {...focus}
      role="menuitemradio"
      aria-label={`${group}: ${label}`}
      aria-checked={isChosen}
      selected={isChosen}
      onClick={onChoose}
    >
      <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
      {label}
    </MenuItem>
  );
}
