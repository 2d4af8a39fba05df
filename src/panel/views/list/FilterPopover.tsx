import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { FilterValues } from "../../kinds/filter.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { type FilterChanges, FilterForm } from "./FilterForm.tsx";
import styles from "./list.module.css";
import { findTimeRange } from "./periods.ts";

interface FilterPopoverProps {
  readonly descriptor: ResourceDescriptor;
  readonly anchor: HTMLElement;
  /** The filter to change; absent: one of `offered` is chosen first. */
  readonly filter?: FilterDescriptor;
  readonly offered: readonly FilterDescriptor[];
  readonly values: FilterValues;
  readonly nameOf: (filter: FilterDescriptor) => string;
  readonly onApply: (changes: FilterChanges) => void;
  readonly onClose: () => void;
}

/** Chooses a filter and then its value, in one popover. */
export function FilterPopover({
  descriptor,
  anchor,
  offered,
  values,
  nameOf,
  onApply,
  onClose,
  ...initial
}: FilterPopoverProps) {
  const translate = useTranslate();
  const [filter, setFilter] = useState(initial.filter);
  const sides = filter && findTimeRange(descriptor.filters, filter);
  const name = filter && (sides ? translate(fieldKey(descriptor.name, filter.source)) : nameOf(filter));
  const label = name ?? translate("views.list.addFilter");
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-label": label, className: styles.filterPaper } }}
    >
      {filter ? (
        <FilterForm
          descriptor={descriptor}
          filter={filter}
          label={label}
          range={sides && { sides, nameOf }}
          values={values}
          onApply={onApply}
        />
      ) : (
        <MenuList autoFocusItem aria-label={label}>
          {offered.map((candidate) => (
            <MenuItem key={candidate.name} onClick={() => setFilter(candidate)}>
              {nameOf(candidate)}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </Popover>
  );
}
