import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { problemsBelow } from "../../kinds/controls/InputProps.ts";
import { ItemsControl } from "../../kinds/controls/ItemsControl.tsx";
import { editableParts, membersOf, newItem } from "../../kinds/controls/parts.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { fieldKey } from "../../resource/labels.ts";
import type { FieldComponentProps } from "../../views/form/override.ts";
import { BillingTimeline } from "./BillingTimeline.tsx";

/** The profiles to come, and below them in words what that means from when on. */
export function ScheduledProfiles(props: FieldComponentProps): ReactNode {
  const { id, resource, path, field, value, onChange, onBlur, readOnly, problems } = props;
  const translate = useTranslate();
  const intervals = Array.isArray(value) ? value : [];
  const parts = editableParts(field);
  const renderItem = (item: Json, index: number, onItem: (item: Json) => void) => (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
      {parts.map((part) => (
        <Box key={part.name} sx={{ gridColumn: { sm: part.name === "profile_id" ? "1 / -1" : "auto" } }}>
          <KindInput
            id={`${id}-${index}-${part.name}`}
            resource={resource}
            path={`${path}.${part.name}`}
            field={part}
            value={membersOf(item)[part.name]}
            onChange={(member) => onItem({ ...membersOf(item), [part.name]: member })}
            onBlur={onBlur}
            label={translate(fieldKey(resource, `${path}.${part.name}`))}
            help={part.name === "stop" ? translate("forms.billing.stopHelp") : undefined}
            required={part.name !== "stop"}
            readOnly={readOnly}
            problems={problemsBelow(problemsBelow(problems, index), part.name)}
          />
        </Box>
      ))}
    </Box>
  );
  return (
    <Box>
      <ItemsControl
        {...props}
        help={intervals.length === 0 ? translate("forms.billing.help") : undefined}
        addLabel={translate("forms.billing.add")}
        isOrdered={false}
        items={intervals}
        onItems={(items) => onChange([...items])}
        newItem={() => newItem(field)}
        renderItem={renderItem}
        maxItems={field.maxItems}
      />
      <BillingTimeline source={parts.find((part) => part.name === "profile_id")?.reference} intervals={intervals} />
    </Box>
  );
}
