import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { errorsBelow, type PartProps } from "../../kinds/controls/InputProps.ts";
import { editableParts } from "../../kinds/controls/Members.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import { fieldKey } from "../../navigation/labels.ts";

interface IntervalInputsProps<Interval> extends Omit<PartProps, "label" | "help" | "required" | "value" | "onChange"> {
  readonly value: Interval;
  readonly onChange: (next: Interval) => void;
}

/** The inputs of one interval of a schedule: its profile and network, start and end. */
export function IntervalInputs<Interval extends { readonly [member: string]: Json | undefined }>(
  props: IntervalInputsProps<Interval>,
): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, errors } = props;
  const translate = useTranslate();
  return (
    <div className="halves gap-12">
      {editableParts(field).map((part) => (
        <div key={part.name} className={part.name === "profile_id" ? "whole" : undefined}>
          <KindInput
            id={`${id}-${part.name}`}
            resource={resource}
            path={`${path}.${part.name}`}
            field={part}
            value={value[part.name]}
            onChange={(member) => onChange({ ...value, [part.name]: member })}
            onBlur={onBlur}
            label={translate(fieldKey(resource, `${path}.${part.name}`))}
            help={part.name === "stop" ? translate("forms.billing.stopHelp") : undefined}
            required={part.name === "profile_id" || part.name === "start"}
            readOnly={readOnly}
            errors={errorsBelow(errors, part.name)}
          />
        </div>
      ))}
    </div>
  );
}
