import type { Json } from "../../../core/descriptor.ts";
import { hasValue } from "../../../core/valueAt.ts";
import { fieldKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";

/** The parts that have a value: side by side in a list, with their names in details. */
export function ObjectCell({ value, source, field, context, Part }: CellProps) {
  if (typeof value !== "object" || Array.isArray(value)) return String(value);
  const parts = (field?.fields ?? []).filter(({ name }) => hasValue(value[name]));
  if (context.place === "list") {
    return parts.map(({ name }) => textOf(value[name])).join(" · ");
  }
  return (
    <dl className="cell-parts">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{context.translate(fieldKey(context.resource, `${source}.${part.name}`))}</dt>
          <dd>
            <Part
              kind={part.kind}
              value={value[part.name]}
              source={`${source}.${part.name}`}
              record={value}
              field={part}
              context={context}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
