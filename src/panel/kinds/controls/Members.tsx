import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { fieldKey } from "../../resource/labels.ts";
import { helpOf } from "./fieldTexts.ts";
import { type InputProps, problemsBelow } from "./InputProps.ts";
import { editableParts, membersOf, withMember } from "./parts.ts";

/** The inputs of an object's members, one after the other. */
export function Members(props: Omit<InputProps, "label" | "help">): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, required, readOnly, problems, Part } = props;
  const translate = useTranslate();
  const members = membersOf(value);
  // Parts of an object that may be left out are only needed once there is one.
  const isThere = required || (value !== undefined && value !== null);
  return editableParts(field).map((part) => {
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
  });
}
