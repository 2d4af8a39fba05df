import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { FieldDescriptor, Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { hasValue } from "../../../core/valueAt.ts";
import { Value } from "../../kinds/Value.tsx";
import { fieldKey } from "../../resource/labels.ts";
import { useCellContext } from "../useCellContext.ts";

interface ChangeListProps {
  readonly descriptor: ResourceDescriptor;
  /** By field, as the journal tells them. */
  readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>> | undefined;
}

/** The fields of a record that change, with their values before and after. */
export function ChangeList({ descriptor, changes = {} }: ChangeListProps): ReactNode {
  const translate = useTranslate();
  const context = useCellContext(descriptor.name, "list");
  const shown = descriptor.fields.filter(({ name, apiOnly, internal }) => name in changes && !apiOnly && !internal);
  const show = (field: FieldDescriptor, value: Json | undefined) =>
    hasValue(value) ? (
      <Value kind={field.kind} value={value} source={field.name} record={{ id: 0 }} field={field} context={context} />
    ) : (
      translate("views.remove.nothing")
    );
  if (shown.length === 0) return null;
  return (
    <dl className="remove-changes">
      {shown.map((field) => (
        <div key={field.name}>
          <dt>{translate(fieldKey(descriptor.name, field.name), { smart_count: 1 })}</dt>
          <dd>
            {show(field, changes[field.name]?.before)} <span aria-hidden="true">→</span>
            <span className="sr-only">{translate("views.remove.becomes")}</span>{" "}
            {show(field, changes[field.name]?.after)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
