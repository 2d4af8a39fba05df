import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { FieldValue } from "../../kinds/Value.tsx";
import { nameKey } from "../../navigation/labels.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCellContext } from "../useCellContext.ts";

interface RecordNameProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly heading: "h1" | "h2";
}

/** A record's resource, name and state. */
export function RecordName({ descriptor, record, heading: Heading }: RecordNameProps) {
  const { name } = descriptor;
  const context = useCellContext(name, "details");
  const title = recordTitle(descriptor.recordRepresentation, record);
  const number = typeof record.id === "number" ? `#${record.id}` : undefined;
  const state = descriptor.fields.find((field) => field.name === statusField(descriptor));
  return (
    <>
      <p className="note tight">
        {context.translate(nameKey(name), { smart_count: 1 })}{" "}
        {number !== undefined && number !== title && <span>{number}</span>}
      </p>
      <div className="row gap-4 across-16 baseline">
        <Heading className={`anywhere ${Heading === "h1" ? "" : "text-16 tall"}`}>{title}</Heading>
        {descriptor.dialTemplate !== undefined && <Dial number={recordTitle(descriptor.dialTemplate, record)} />}
        {state && (
          <span>
            <FieldValue field={state} record={record} context={context} />
          </span>
        )}
      </div>
    </>
  );
}
