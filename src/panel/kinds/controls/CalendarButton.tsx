import CalendarMonth from "@mui/icons-material/CalendarMonth";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useTranslate } from "ra-core";
import { useRef } from "react";

interface CalendarButtonProps {
  readonly type: "date" | "datetime-local";
  /** Label of the field that it is for. */
  readonly label: string;
  /** As the browser's own input has it: `2026-01-31`, `2026-01-31T10:00`. */
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Opens the browser's calendar beside a field that is typed into. */
export function CalendarButton({ type, label, value, onPick }: CalendarButtonProps) {
  const translate = useTranslate();
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        edge="end"
        aria-label={translate("forms.dateTime.calendar", { field: label })}
        onClick={() => calendar.current?.showPicker?.()}
      >
        <CalendarMonth fontSize="small" />
      </IconButton>
      <Box
        component="input"
        ref={calendar}
        type={type}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => onPick(target.value)}
        sx={{ position: "absolute", right: 0, bottom: 0, width: 1, height: "1px", opacity: 0, pointerEvents: "none" }}
      />
    </>
  );
}
