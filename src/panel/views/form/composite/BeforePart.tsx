import Button from "@mui/material/Button";
import { type ReactNode, use, useEffect, useMemo, useRef } from "react";
import { useTranslate } from "react-admin";
import { isObject } from "../../../../core/isObject.ts";
import { Fieldset } from "../../../kinds/controls/Fieldset.tsx";
import { CreateRelatedContext } from "../../../kinds/controls/formValues.ts";
import { KindInput } from "../../../kinds/KindInput.tsx";
import type { FieldComponentProps } from "../override.ts";
import { limitsOf, newPartRecord } from "./formParts.ts";
import { PartRecordInputs } from "./PartRecordInputs.tsx";
import { PartsContext } from "./PartsContext.ts";

/** A reference to an existing record, or in its place the inputs of a new one. */
export function BeforePart({ mode: _mode, record: _record, ...props }: FieldComponentProps): ReactNode {
  const { id, path, field, label, help, required, readOnly, value, onChange, problems } = props;
  const translate = useTranslate();
  const part = use(PartsContext).find(({ name }) => name === path);
  const isNew = isObject(value);
  const decided = useMemo(() => new Set(Object.keys(limitsOf(field.reference))), [field.reference]);
  const place = useRef<HTMLDivElement>(null);
  /** What was pressed went away: the focus goes on in what came. */
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    if (isNew) place.current?.querySelector<HTMLElement>("fieldset :is(input, textarea)")?.focus();
    else document.getElementById(id)?.focus();
  }, [isNew, id]);
  if (!part || readOnly) return <KindInput {...props} />;
  const begin = () => {
    isMoving.current = true;
    onChange(newPartRecord(part, field.reference));
  };
  if (!isNew)
    return (
      <CreateRelatedContext value={begin}>
        <KindInput {...props} />
      </CreateRelatedContext>
    );
  return (
    <div ref={place}>
      <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
        <PartRecordInputs part={part} pointer={`/${path}`} values={value} decided={decided} />
        <Button
          size="small"
          onClick={() => {
            isMoving.current = true;
            onChange(null);
          }}
          className="above-8"
        >
          {translate("forms.composite.existing")}
        </Button>
      </Fieldset>
    </div>
  );
}
