import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import InputBase from "@mui/material/InputBase";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { visuallyHidden } from "../../theme/visuallyHidden.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { iconOf } from "../icons.ts";
import { matchesWords } from "../menuTree.ts";
import { type Command, sectionsFor } from "./commands.ts";
import { useFoundRecords } from "./useFoundRecords.ts";
import { useKnownCommands } from "./useKnownCommands.ts";

/** Goes anywhere by typing: pages, favourites, records, and what one may create. A combobox with a list below it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState("");
  const [position, setPosition] = useState(0);
  const known = useKnownCommands();
  const { commands: records, isSearching, error } = useFoundRecords(text);
  const sections = sectionsFor(known, records, text, matchesWords);
  const commands = sections.flatMap((section) => section.commands);
  const active = commands[Math.min(position, commands.length - 1)];
  const optionId = (command: Command) => `${listId}-${command.key.replaceAll(/\W/g, "_")}`;

  const run = (command: Command) => {
    onClose();
    navigate(command.address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = commands.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: position >= last ? 0 : position + 1,
      ArrowUp: position <= 0 ? last : position - 1,
      PageDown: Math.min(position + 8, last),
      PageUp: Math.max(position - 8, 0),
    };
    const next = steps[event.key];
    if (event.key === "Enter" && active) run(active);
    else if (next !== undefined) setPosition(Math.max(next, 0));
    else return;
    event.preventDefault();
  };

  const said = isSearching
    ? translate("app.palette.searching")
    : translate("app.palette.found", { smart_count: commands.length });
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-label={translate("app.palette.label")}
      slotProps={{ paper: { sx: { position: "fixed", top: "8vh", m: 0, maxHeight: "76vh" } } }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={text}
        placeholder={translate("app.palette.placeholder")}
        onChange={(event) => {
          setText(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
        inputProps={{
          role: "combobox",
          "aria-label": translate("app.palette.placeholder"),
          "aria-expanded": commands.length > 0,
          "aria-controls": listId,
          "aria-autocomplete": "list",
          "aria-activedescendant": active && optionId(active),
          spellCheck: false,
          autoComplete: "off",
        }}
        sx={{ px: 2, py: 1.25, fontSize: "subtitle1.fontSize", borderBottom: 1, borderColor: "divider" }}
      />
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Box id={listId} role="listbox" aria-label={translate("app.palette.label")} sx={{ overflowY: "auto", py: 0.5 }}>
        {sections.map(({ name, commands: shown }) => (
          <Box key={name} role="group" aria-labelledby={`${listId}-${name}`}>
            <ListSubheader component="div" disableSticky id={`${listId}-${name}`} sx={{ lineHeight: "28px" }}>
              {translate(`app.palette.sections.${name}`)}
            </ListSubheader>
            {shown.map((command) => (
              <Option
                key={command.key}
                id={optionId(command)}
                command={command}
                isActive={command === active}
                onRun={() => run(command)}
                onPoint={() => setPosition(commands.indexOf(command))}
              />
            ))}
          </Box>
        ))}
      </Box>
      {commands.length === 0 && !isSearching && (
        <Typography color="textSecondary" variant="body2" sx={{ px: 2, pb: 2 }}>
          {error ? refusalText(translate, error) : translate("app.palette.nothing")}
        </Typography>
      )}
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}

function Option({ id, command: { label, hint, icon }, isActive, onRun, onPoint }: OptionProps) {
  const Icon = iconOf(icon);
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={(element: HTMLElement | null) => {
        if (isActive) element?.scrollIntoView?.({ block: "nearest" });
      }}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1.25,
        px: 2,
        minHeight: 36,
        cursor: "pointer",
        bgcolor: isActive ? "action.selected" : undefined,
      }}
    >
      <Icon fontSize="small" sx={{ color: "text.secondary" }} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {label}
      </Typography>
      {hint && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {hint}
        </Typography>
      )}
    </Box>
  );
}
