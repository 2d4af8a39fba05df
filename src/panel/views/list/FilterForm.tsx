import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { type FormEvent, Suspense, use, useEffect, useId, useState } from "react";
import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import { filters } from "../../kinds/filters.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fieldOf } from "./filters.ts";

/** Dates, amounts and pickers speak in the words of forms. */
const texts = addTexts("forms");

interface FilterFormProps {
  readonly descriptor: ResourceDescriptor;
  readonly filter: FilterDescriptor;
  readonly label: string;
  readonly value: FilterValue | undefined;
  /** Undefined: the filter is to go. */
  readonly onApply: (value: FilterValue | undefined) => void;
}

/** Sets the value of one filter; it counts when it is applied. */
export function FilterForm(props: FilterFormProps) {
  return (
    <Suspense fallback={<div className="filter-form" />}>
      <Form {...props} />
    </Suspense>
  );
}

function Form({ descriptor, filter, label, value: given, onApply }: FilterFormProps) {
  use(texts);
  const translate = useTranslate();
  const id = useId();
  const [value, setValue] = useState(given);
  const Editor = filters[filter.kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(value);
  };
  return (
    <form className="filter-form" onSubmit={submit} noValidate>
      <Suspense>
        <Editor
          id={id}
          resource={descriptor.name}
          filter={filter}
          field={filterField(descriptor, filter)}
          label={label}
          value={value}
          onChange={setValue}
        />
        <FocusOn id={id} />
      </Suspense>
      <Button type="submit" variant="contained">
        {translate("views.filter.apply")}
      </Button>
    </form>
  );
}

/** Moves the focus into the editor once that is there. */
function FocusOn({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return null;
}

/** What the editor needs to know of the field: its choices, its target, but none of the rules for new values. */
function filterField(descriptor: ResourceDescriptor, filter: FilterDescriptor): FieldDescriptor {
  const field = fieldOf(descriptor, filter);
  return {
    name: filter.name,
    kind: filter.kind,
    required: false,
    ...(field?.enum ? { enum: field.enum } : {}),
    ...(field?.reference ? { reference: field.reference } : {}),
  };
}
