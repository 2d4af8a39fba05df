import CloseIcon from "@mui/icons-material/Close";
import FilterListIcon from "@mui/icons-material/FilterList";
import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { useListContext, useLocale, useTranslate } from "react-admin";
import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { formatWireDate, formatWireTime } from "../../../core/values/dateTime.ts";
import type { FilterValue, FilterValues } from "../../kinds/filter.ts";
import { ReferenceText } from "../../kinds/reference/cells.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { enumKey, fieldKey, filterKey } from "../../navigation/labels.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { formatList } from "../../providers/texts.ts";
import type { FilterChanges } from "./FilterForm.tsx";
import { chipFilters, findFilterField, findInvalidFilters, offeredFilters } from "./filters.ts";
import styles from "./list.module.css";
import { findPeriod, type TimeRange } from "./periods.ts";

const FilterPopover = lazyPart(() => import("./FilterPopover.tsx"), "FilterPopover");

interface FilterBarProps {
  readonly descriptor: ResourceDescriptor;
  /** Field of the list's permanent filter. */
  readonly owner?: string;
  /** Filter of the search box. */
  readonly searchedBy?: string;
}

interface OpenedFilter {
  readonly anchor: HTMLElement;
  /** Absent: still to be chosen. */
  readonly filter?: FilterDescriptor;
}

/** The active filters, each editable and removable, and a way to add one. */
export function FilterBar({ descriptor, owner, searchedBy }: FilterBarProps) {
  const { filterValues: values, setFilters } = useListContext();
  const translate = useTranslate();
  const access = useAccess();
  const [opened, setOpened] = useState<OpenedFilter | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const chips = chipFilters(descriptor, values, searchedBy);
  const invalidFilters = findInvalidFilters(descriptor, values);
  const offered = offeredFilters(descriptor, access, owner).filter(
    ({ name }) => name !== searchedBy && values[name] === undefined,
  );
  const nameOf = (filter: FilterDescriptor) => translate(filterKey(descriptor.name, filter), { _: filter.name });

  const apply = (changes: FilterChanges) => setFilters({ ...values, ...changes });
  const remove = (names: readonly string[]) => {
    apply(Object.fromEntries(names.map((name) => [name, undefined] as const)));
    // The focused button disappears with its chip.
    addButton.current?.focus();
  };

  return (
    <>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={translate("views.list.filtersInForce")}>
          {chips.map(({ filter, value, range }) => {
            const name = range ? translate(fieldKey(descriptor.name, filter.source)) : nameOf(filter);
            const isRefused = invalidFilters.some((invalid) => invalid.filter.name === filter.name);
            return (
              <li
                key={filter.name}
                className={`inline fit round-6 ${styles.chip} ${isRefused ? styles.chipRefused : ""}`}
              >
                <button
                  type="button"
                  className="flat clip pad-inline-8"
                  aria-haspopup="dialog"
                  onClick={({ currentTarget }) => setOpened({ anchor: currentTarget, filter })}
                >
                  <span className="strong">{name}</span>{" "}
                  {range ? (
                    <PeriodText range={range} values={values} />
                  ) : (
                    <FilterText
                      resource={descriptor.name}
                      filter={filter}
                      field={findFilterField(descriptor, filter)}
                      value={value}
                    />
                  )}
                </button>
                <button
                  type="button"
                  className="flat line centred"
                  aria-label={translate("views.list.removeFilter", { name })}
                  onClick={() => remove(range ? [range.from.name, range.until.name] : [filter.name])}
                >
                  <CloseIcon fontSize="inherit" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {(offered.length > 0 || chips.length > 0) && (
        <Button
          ref={addButton}
          size="small"
          startIcon={<FilterListIcon />}
          aria-haspopup="dialog"
          aria-disabled={offered.length === 0}
          onClick={({ currentTarget }) => offered.length > 0 && setOpened({ anchor: currentTarget })}
        >
          {translate("views.list.addFilter")}
        </Button>
      )}
      {opened && (
        <FilterPopover
          descriptor={descriptor}
          anchor={opened.anchor}
          filter={opened.filter}
          offered={offered}
          values={values}
          nameOf={nameOf}
          onApply={(changes) => {
            setOpened(null);
            apply(changes);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** A time between two others: the name of the period, or both. */
function PeriodText({ range, values }: { readonly range: TimeRange; readonly values: FilterValues }) {
  const translate = useTranslate();
  const zone = browserZone();
  const period = findPeriod(range, values, new Date(), zone);
  if (period) return translate(`views.filter.period.${period}`);
  const [from, until] = [range.from, range.until].map(({ name }) => formatWireTime(String(values[name]), zone));
  return `${from} – ${until}`;
}

interface FilterTextProps {
  readonly resource: string;
  readonly filter: FilterDescriptor;
  readonly field: FieldDescriptor | undefined;
  readonly value: FilterValue;
}

/** A filter's value as text. */
function FilterText({ resource, filter, field, value }: FilterTextProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const text = String(value);
  switch (filter.kind) {
    case "boolean":
      return translate(text === "true" || text === "1" ? "views.value.yes" : "views.value.no");
    case "enum":
      return formatList(
        text.split(",").map((choice) => translate(enumKey(resource, filter.source, choice), { _: choice })),
        locale,
      );
    case "reference":
      return field?.reference ? <ReferenceText resource={field.reference.resource} id={text} /> : text;
    case "date":
      return formatWireDate(text);
    case "dateTime":
      return formatWireTime(text, browserZone());
    default:
      return text;
  }
}
