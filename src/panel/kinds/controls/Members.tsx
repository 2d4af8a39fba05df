import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { isRelevant } from "../../../core/telephony/callDestination.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { helpOf } from "./FieldNotes.tsx";
import { errorsBelow, type InputProps } from "./InputProps.ts";

/** The inputs of an object's members, one after the other. */
export function Members(props: Omit<InputProps, "label" | "help">): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, required, readOnly, errors, Part } = props;
  const translate = useTranslate();
  const members = membersOf(value);
  // An optional object's required parts are only required once it has a value.
  const isThere = required || (value !== undefined && value !== null);
  return visibleParts(field, value).map((part) => {
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
        help={helpOf(translate, resource, partPath, part)}
        required={isThere && Boolean(part.required)}
        readOnly={readOnly}
        errors={errorsBelow(errors, part.name)}
      />
    );
  });
}

type MemberValues = { readonly [name: string]: Json };

/** The subfields of a field that a user can fill in. */
export function editableParts({ fields = [] }: FieldDescriptor): readonly FieldDescriptor[] {
  return fields.filter((part) => !part.readOnly && !part.internal);
}

/** Returns the members that say anything next to the others. */
export function visibleParts(field: FieldDescriptor, value: Json | undefined): readonly FieldDescriptor[] {
  const members = membersOf(value);
  return editableParts(field).filter((part) => isRelevant(part, members));
}

export function membersOf(value: Json | undefined): MemberValues {
  return isObject(value) ? value : {};
}

/** The object with one member replaced; null when it has no values left, so that an emptied object counts as empty. */
function withMember(value: Json | undefined, name: string, member: Json): Json {
  const next = { ...membersOf(value), [name]: member };
  return Object.values(next).every((member) => !hasValue(member)) ? null : next;
}

/** A new item of a list: the defaults of its parts. */
export function newItem(field: FieldDescriptor): MemberValues {
  return Object.fromEntries(editableParts(field).map((part) => [part.name, part.default ?? null]));
}
