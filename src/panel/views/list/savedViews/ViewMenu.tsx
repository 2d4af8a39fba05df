import CheckIcon from "@mui/icons-material/Check";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useTranslate } from "react-admin";
import type { ViewState } from "./useViewState.ts";
import styles from "./views.module.css";

export type ViewCommand = "update" | "add" | "rename" | "remove" | "standard" | "copyLink" | "usual";

interface ViewMenuProps {
  readonly anchor: HTMLElement;
  readonly state: ViewState;
  readonly onCommand: (command: ViewCommand) => void;
  readonly onClose: () => void;
}

/** A list's saved views, and the commands of the open one. */
export function ViewMenu({ anchor, state, onCommand, onClose }: ViewMenuProps) {
  const translate = useTranslate();
  const { views, active, isChanged, isUsual } = state;
  const commands: readonly ViewCommand[] = [
    ...(isChanged ? (["update"] as const) : []),
    "add",
    ...(active ? (["rename", "standard"] as const) : []),
    "copyLink",
    ...(isUsual ? [] : (["usual"] as const)),
    ...(active ? (["remove"] as const) : []),
  ];
  const labelOf = (command: ViewCommand) =>
    translate(`lists.views.${command === "add" && active ? "addAnother" : command}`);
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { "aria-label": translate("lists.views.label"), dense: true },
        paper: { className: styles.views },
      }}
    >
      {views.length === 0 && (
        <MenuItem disabled>
          <ListItemIcon />
          <ListItemText>{translate("lists.views.none")}</ListItemText>
        </MenuItem>
      )}
      {views.map((view) => (
        <MenuItem
          key={view.id}
          role="menuitemradio"
          aria-checked={view === active}
          onClick={() => {
            onClose();
            state.open(view);
          }}
        >
          <ListItemIcon>{view === active && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText
            primary={view.name}
            secondary={view.standard && translate("lists.views.isStandard")}
            slotProps={{ primary: { noWrap: true, title: view.name } }}
          />
        </MenuItem>
      ))}
      <Divider />
      {commands.map((command) => (
        <MenuItem
          key={command}
          className={command === "remove" ? "danger" : undefined}
          {...(command === "standard" ? { role: "menuitemcheckbox", "aria-checked": Boolean(active?.standard) } : {})}
          onClick={() => {
            onClose();
            onCommand(command);
          }}
        >
          <ListItemIcon>{command === "standard" && active?.standard && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText>{labelOf(command)}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
}
