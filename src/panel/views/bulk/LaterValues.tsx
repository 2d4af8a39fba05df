import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { formatWireTime } from "../../../core/dateTime.ts";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/isObject.ts";
import { hasValue } from "../../../core/valueAt.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Value } from "../../kinds/Value.tsx";

interface LaterValuesProps {
  readonly descriptor: ResourceDescriptor;
  readonly later: NonNullable<FieldDescriptor["later"]>;
  /** The list of values to come. */
  readonly entries: Json | undefined;
  /** When the new one begins; it stands out. */
  readonly from?: Json;
  readonly context: CellContext;
}

/** What a field will be, and from when, a line each. */
export function LaterValues({ descriptor, later, entries, from, context }: LaterValuesProps): ReactNode {
  const translate = useTranslate();
  const members = descriptor.fields.find(({ name }) => name === later.list)?.fields ?? [];
  const shown = members.filter(({ name }) => name === later.as || later.apart?.includes(name));
  const lines = (Array.isArray(entries) ? entries : []).filter(isObject);
  if (lines.length === 0) return null;
  return (
    <ul className="stack gap-2">
      {lines.map((entry) => {
        const isNew = from !== undefined && entry[later.from] === from;
        const Name = isNew ? "strong" : "span";
        return (
          <li key={JSON.stringify(entry)}>
            {shown.map((field) =>
              hasValue(entry[field.name]) ? (
                <Name key={field.name}>
                  <Value
                    kind={field.kind}
                    value={entry[field.name]}
                    source={field.name}
                    record={{ ...(entry as WireRecord), id: 0 }}
                    field={field}
                    context={context}
                  />{" "}
                </Name>
              ) : null,
            )}
            <span className="quiet gap-6 inline middle">
              {translate("bulk.fromDate", { date: formatWireTime(String(entry[later.from]), context.zone) })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
