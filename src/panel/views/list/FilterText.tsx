import { useLocale, useTranslate } from "react-admin";
import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import type { FieldDescriptor, FilterDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import { ReferenceText } from "../../kinds/reference/cells.tsx";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { enumKey } from "../../resource/labels.ts";
import { listText } from "../../texts.ts";

interface FilterTextProps {
  readonly resource: string;
  readonly filter: FilterDescriptor;
  readonly field: FieldDescriptor | undefined;
  readonly value: FilterValue;
}

/** A filter's value as text. */
export function FilterText({ resource, filter, field, value }: FilterTextProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const text = String(value);
  switch (filter.kind) {
    case "boolean":
      return translate(text === "true" || text === "1" ? "views.value.yes" : "views.value.no");
    case "enum":
      return listText(
        text.split(",").map((choice) => translate(enumKey(resource, filter.source, choice), { _: choice })),
        locale,
      );
    case "reference":
      return field?.reference ? <ReferenceText resource={field.reference.resource} id={text} /> : text;
    case "dateTime": {
      const instant = parseWireInstant(text, browserZone());
      return instant ? formatDateTime(instant, browserZone()) : text;
    }
    default:
      return text;
  }
}
