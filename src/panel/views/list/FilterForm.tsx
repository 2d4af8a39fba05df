import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type FormEvent, Suspense, use, useEffect, useId, useState } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { wireTypes } from "../../../core/schema/kinds.ts";
import type { FilterValue, FilterValues } from "../../kinds/filter.ts";
import { filterOf } from "../../kinds/filters.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { isFilterReadable } from "../../providers/filterValues.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { findFilterField } from "./filters.ts";
import styles from "./list.module.css";
import { findPeriod, type Period, periods, periodValues, type TimeRange } from "./periods.ts";

/** Dates, amounts and pickers use the texts of forms. */
const texts = addTexts("forms");

/** New values of filters; undefined removes one. */
export type FilterChanges = Readonly<Record<string, FilterValue | undefined>>;

interface FilterFormProps {
  readonly descriptor: ResourceDescriptor;
  readonly filter: FilterDescriptor;
  readonly label: string;
  /** The other side of a time, with its label: both are set together. */
  readonly range?: { readonly sides: TimeRange; readonly nameOf: (filter: FilterDescriptor) => string } | undefined;
  readonly values: FilterValues;
  /** By the filter's name; undefined removes it. */
  readonly onApply: (changes: FilterChanges) => void;
}

/** Edits the value of one filter; it takes effect when applied. */
export function FilterForm(props: FilterFormProps) {
  return (
    <Suspense fallback={<div className={`stack ${styles.filterForm}`} />}>
      <Form {...props} />
    </Suspense>
  );
}

function Form({ descriptor, filter, label, range, values, onApply }: FilterFormProps) {
  use(texts);
  const translate = useTranslate();
  const id = useId();
  const edited = range ? [range.sides.from, range.sides.until] : [filter];
  const [typedValues, setTypedValues] = useState<FilterChanges>(
    Object.fromEntries(edited.map(({ name }) => [name, values[name]] as const)),
  );
  const isInvalid = (side: FilterDescriptor) => !isFilterReadable(descriptor, side, typedValues[side.name]);
  // Errors of the URL show at once, those of typed values on submit.
  const [isTried, setIsTried] = useState(edited.some(isInvalid));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const invalidIndex = edited.findIndex(isInvalid);
    if (invalidIndex < 0) onApply(typedValues);
    else document.getElementById(`${id}-${invalidIndex}`)?.focus();
  };
  return (
    <form className={`stack ${styles.filterForm}`} onSubmit={submit} noValidate>
      {range && <PeriodButtons range={range.sides} label={label} values={values} onChoose={onApply} />}
      <Suspense>
        {edited.map((side, index) => {
          const Editor = filterOf(side.kind);
          return (
            <Editor
              key={side.name}
              id={`${id}-${index}`}
              resource={descriptor.name}
              filter={side}
              field={filterField(descriptor, side)}
              label={range ? range.nameOf(side) : label}
              value={typedValues[side.name]}
              error={isTried && isInvalid(side) ? translate(unreadableKey(side.kind)) : undefined}
              onChange={(value) => setTypedValues((before) => ({ ...before, [side.name]: value }))}
            />
          );
        })}
        <FocusOn id={`${id}-${Math.max(edited.indexOf(filter), 0)}`} />
      </Suspense>
      <Button type="submit" variant="contained">
        {translate("views.filter.apply")}
      </Button>
    </form>
  );
}

/** Returns the message key for an unreadable value of the kind. */
function unreadableKey(kind: FilterDescriptor["kind"]): string {
  if (kind === "dateTime" || kind === "date") return "views.filter.noTime";
  return wireTypes[kind] === "integer" ? "rules.type.integer" : "rules.type.number";
}

/** Focuses the editor once it is mounted. */
function FocusOn({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return null;
}

/** The field for the filter's editor: with its choices and target, without the rules for new values. */
function filterField(descriptor: ResourceDescriptor, filter: FilterDescriptor): FieldDescriptor {
  const field = findFilterField(descriptor, filter);
  return {
    name: filter.name,
    kind: filter.kind,
    required: false,
    ...(field?.enum ? { enum: field.enum } : {}),
    ...(field?.unit ? { unit: field.unit } : {}),
    ...(field?.reference ? { reference: field.reference } : {}),
  };
}

interface PeriodButtonsProps {
  readonly range: TimeRange;
  readonly label: string;
  readonly values: FilterValues;
  readonly onChoose: (values: FilterValues) => void;
}

/** Periods by name, in the time zone of the browser: each takes effect at once. */
function PeriodButtons({ range, label, values, onChoose }: PeriodButtonsProps) {
  const translate = useTranslate();
  const zone = browserZone();
  const now = new Date();
  const chosen = findPeriod(range, values, now, zone);
  const choose = (period: Period) => onChoose(periodValues(range, period, now, zone));
  return (
    <Stack role="group" aria-label={label} direction="row" useFlexGap spacing={0.75} className="wrap">
      {periods.map((period) => (
        <Button
          key={period}
          size="small"
          variant={period === chosen ? "contained" : "outlined"}
          aria-pressed={period === chosen}
          onClick={() => choose(period)}
        >
          {translate(`views.filter.period.${period}`)}
        </Button>
      ))}
    </Stack>
  );
}
