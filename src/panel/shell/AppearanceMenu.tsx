import CheckIcon from "@mui/icons-material/Check";
import ContrastIcon from "@mui/icons-material/Contrast";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListSubheader from "@mui/material/ListSubheader";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
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
  const theme = translate("app.appearance.theme");
  const rowHeight = translate("app.appearance.density");
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} {...button}>
          <ContrastIcon fontSize="small" />
        </IconButton>
      </Tooltip>
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
    </>
  );
}

/** For the eye only: each option says itself what it belongs to. */
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

/** `focus` is what the menu gives its items to find their way with the arrow keys. */
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
