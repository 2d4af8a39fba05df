import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useId } from "react";
import { useTranslate } from "react-admin";
import { Choices } from "../../kinds/Choices.tsx";
import type { Column } from "./columns.ts";
import styles from "./list.module.css";

interface ColumnMenuProps {
  readonly anchor: HTMLElement;
  /** All but the title, which is always shown. */
  readonly columns: readonly Column[];
  readonly visibleColumns: readonly Column[];
  /** Sources of the chosen columns; undefined: the default ones. */
  readonly onChoose: (sources: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

/** Chooses the columns of a list. */
export function ColumnMenu({ anchor, columns, visibleColumns, onChoose, onClose }: ColumnMenuProps) {
  const translate = useTranslate();
  const id = useId();
  const label = translate("views.list.columns");
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { role: "dialog", "aria-label": label, className: `stack ${styles.filterForm}` } }}
    >
      <Choices
        id={id}
        label={label}
        several
        choices={columns.map(({ source, labelKey }) => ({
          value: source,
          label: translate(labelKey, { smart_count: 1 }),
        }))}
        chosen={visibleColumns.map(({ source }) => source)}
        onChoose={onChoose}
      />
      <Button onClick={() => onChoose(undefined)}>{translate("views.list.usualColumns")}</Button>
    </Popover>
  );
}
