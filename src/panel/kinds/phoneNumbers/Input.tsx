import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { type InputProps, problemsBelow } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { newItem } from "../controls/parts.ts";
import { NumberParts } from "../phoneNumber/NumberParts.tsx";

/** Several numbers. */
export function PhoneNumbersInput(props: InputProps): ReactNode {
  const { id, field, value, onChange, problems } = props;
  const translate = useTranslate();
  return (
    <ItemsControl
      {...props}
      items={Array.isArray(value) ? value : []}
      onItems={(items) => onChange([...items])}
      newItem={() => newItem(field)}
      isOrdered={false}
      addLabel={translate("forms.phoneNumbers.add")}
      maxItems={field.maxItems}
      renderItem={(item, index, onItem) => (
        <NumberParts
          {...props}
          id={`${id}-${index}`}
          required
          value={item}
          onChange={(next) => onItem(next ?? {})}
          problems={problemsBelow(problems, index)}
        />
      )}
    />
  );
}
