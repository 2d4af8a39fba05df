import Stack from "@mui/material/Stack";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { fieldKey } from "../../resource/labels.ts";
import { Fieldset } from "../controls/Fieldset.tsx";
import { helpOf } from "../controls/fieldTexts.ts";
import { type InputProps, problemsBelow } from "../controls/InputProps.ts";
import { editableParts, membersOf, withMember } from "../controls/parts.ts";

/** Fields that together are one value. */
export function ObjectInput(props: InputProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, label, help, required, readOnly, problems, Part } = props;
  const translate = useTranslate();
  const members = membersOf(value);
  // Parts of an object that may be left out are only needed once there is one.
  const isThere = required || (value !== undefined && value !== null);
  return (
    <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
      <Stack spacing={2}>
        {editableParts(field).map((part) => {
          const partPath = `${path}.${part.name}`;
          return (
            <Part
              key={part.name}
              id={`${id}-${part.name}`}
              resource={resource}
              path={partPath}
              field={part}
              value={members[part.name]}
              onChange={(member) => onChange(withMember(value, part.name, member))}
              onBlur={onBlur}
              label={translate(fieldKey(resource, partPath))}
              help={helpOf(translate, resource, partPath)}
              required={isThere && Boolean(part.required)}
              readOnly={readOnly}
              problems={problemsBelow(problems, part.name)}
            />
          );
        })}
      </Stack>
    </Fieldset>
  );
}
