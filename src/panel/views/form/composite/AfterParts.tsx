import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { useController, useFormContext } from "react-hook-form";
import type { Json } from "../../../../core/descriptor.ts";
import { isObject } from "../../../../core/isObject.ts";
import { ItemsControl } from "../../../kinds/controls/ItemsControl.tsx";
import { actionKey, nameKey } from "../../../resource/labels.ts";
import { fieldId } from "../fieldId.ts";
import { problemsOf } from "../resolver.ts";
import { type FormPart, newPartRecord } from "./formParts.ts";
import { PartRecordInputs } from "./PartRecordInputs.tsx";

/** The lists of records that the form makes after its own. */
export function AfterParts({ parts }: { readonly parts: readonly FormPart[] }): ReactNode {
  return parts.map((part) => <AfterPart key={part.name} part={part} />);
}

function AfterPart({ part }: { readonly part: FormPart }): ReactNode {
  const translate = useTranslate();
  const form = useFormContext();
  const { field, formState } = useController({ name: part.name, control: form.control });
  const items: readonly Json[] = Array.isArray(field.value) ? field.value : [];
  const label = translate(nameKey(part.resource), { smart_count: part.atMost === 1 ? 1 : 2 });
  return (
    <ItemsControl
      id={fieldId(`/${part.name}`)}
      label={label}
      required={false}
      readOnly={false}
      problems={problemsOf(formState.errors, part.name)}
      items={items}
      onItems={(next) => {
        field.onChange(next.length > 0 ? [...next] : null);
        // The errors of those that are left have moved.
        if (Object.keys(formState.errors).length > 0) void form.trigger();
      }}
      newItem={() => newPartRecord(part)}
      renderItem={(item, index) => (
        <PartRecordInputs part={part} pointer={`/${part.name}/${index}`} values={isObject(item) ? item : {}} />
      )}
      addLabel={translate(actionKey(part.resource, "create"))}
      maxItems={part.atMost}
      isOrdered={false}
    />
  );
}
