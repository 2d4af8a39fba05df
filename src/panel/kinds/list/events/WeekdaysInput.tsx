import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useLocale } from "ra-core";
import type { ReactNode } from "react";
import { weekdayCodes } from "../../../../core/events/readEvent.ts";
import { Fieldset } from "../../controls/Fieldset.tsx";
import type { InputProps } from "../../controls/InputProps.ts";

/** Days of the week to press, Monday first; the value is `MO,TU`. */
export function WeekdaysInput(props: Omit<InputProps, "Part">): ReactNode {
  const { id, label, value, onChange, onBlur, readOnly, problems } = props;
  const locale = useLocale();
  const chosen = typeof value === "string" ? value.split(",").map((day) => day.trim()) : [];
  const nameOf = (index: number, weekday: "short" | "long") =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + index));
  const change = (days: readonly string[]) =>
    onChange(weekdayCodes.filter((day) => days.includes(day)).join(",") || null);
  return (
    <Box sx={{ flex: "2 1 19rem !important", minWidth: 0, maxWidth: "100%" }}>
      <Fieldset id={id} label={label} problem={problems[""]}>
        <ToggleButtonGroup
          size="small"
          value={chosen}
          disabled={readOnly}
          onChange={(_, days: string[]) => change(days)}
          onBlur={onBlur}
          aria-label={label}
          sx={{ flexWrap: "wrap" }}
        >
          {weekdayCodes.map((day, index) => (
            <ToggleButton key={day} value={day} title={nameOf(index, "long")} sx={{ minWidth: 38, px: 0.75 }}>
              {nameOf(index, "short")}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Fieldset>
    </Box>
  );
}
