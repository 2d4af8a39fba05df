import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { FilterDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import { FilterForm } from "./FilterForm.tsx";
import type { FilterValues } from "./filters.ts";

interface FilterPopoverProps {
  readonly descriptor: ResourceDescriptor;
  readonly anchor: HTMLElement;
  /** The filter to change; absent: one of `offered` is chosen first. */
  readonly filter?: FilterDescriptor;
  readonly offered: readonly FilterDescriptor[];
  readonly values: FilterValues;
  readonly nameOf: (filter: FilterDescriptor) => string;
  /** An undefined value removes the filter. */
  readonly onApply: (name: string, value: FilterValue | undefined) => void;
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
  ...given
}: FilterPopoverProps) {
  const translate = useTranslate();
  const [filter, setFilter] = useState(given.filter);
  const label = filter ? nameOf(filter) : translate("views.list.addFilter");
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-label": label, sx: { mt: 0.5, minWidth: 220 } } }}
    >
      {filter ? (
        <FilterForm
          descriptor={descriptor}
          filter={filter}
          label={label}
          value={values[filter.name]}
          onApply={(value) => onApply(filter.name, value)}
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
