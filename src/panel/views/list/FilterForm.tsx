import Button from "@mui/material/Button";
import { type FormEvent, Suspense, use, useEffect, useId, useState } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import { filterOf } from "../../kinds/filters.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { fieldOf } from "./filters.ts";

/** Dates, amounts and pickers use the texts of forms. */
const texts = addTexts("forms");

interface FilterFormProps {
  readonly descriptor: ResourceDescriptor;
  readonly filter: FilterDescriptor;
  readonly label: string;
  readonly value: FilterValue | undefined;
  /** Undefined: remove the filter. */
  readonly onApply: (value: FilterValue | undefined) => void;
}

/** Edits the value of one filter; it takes effect when applied. */
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
  const Editor = filterOf(filter.kind);
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

/** Focuses the editor once it is mounted. */
function FocusOn({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return null;
}

/** The field for the filter's editor: with its choices and target, without the rules for new values. */
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
