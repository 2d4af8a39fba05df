import type { ReactNode } from "react";
import type { HeaderField, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import { isTitle } from "../../../core/values/recordTitle.ts";
import { headerFields } from "../../../generated/details.gen.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { ReferenceText } from "../../kinds/reference/cells.tsx";
import { Value } from "../../kinds/Value.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { isColumnReadable, listColumns } from "../list/columns.ts";
import { useCellContext } from "../useCellContext.ts";

interface HeaderFieldsProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
}

interface HeaderFact {
  readonly source: string;
  readonly label: string;
  readonly value: ReactNode;
}

const MAX_HEADER_FACTS = 4;

/** A record's key facts: those its schema names, or else the first of its list's columns. */
export function HeaderFields({ descriptor, record }: HeaderFieldsProps) {
  const access = useAccess();
  const context = useCellContext(descriptor.name, "details");
  const declaredFields = headerFields[descriptor.name];
  const facts = declaredFields
    ? declaredFields.flatMap((fact) => namedFact(fact, descriptor, record, access, context) ?? [])
    : columnFacts(descriptor, record, access, context);
  if (facts.length === 0) return null;
  return (
    <SimpleShowLayout className="row gap-4 across-24 above-8">
      {facts.slice(0, MAX_HEADER_FACTS).map(({ source, label, value }) => (
        <Labeled key={source} label={label} labelClassName="text-12 tight">
          {value}
        </Labeled>
      ))}
    </SimpleShowLayout>
  );
}

function namedFact(
  { source, resource }: HeaderField,
  descriptor: ResourceDescriptor,
  record: PanelRecord,
  access: Access,
  context: CellContext,
): HeaderFact | null {
  const value = valueAtPath(record, source);
  if (!hasValue(value) || !isColumnReadable(descriptor, access, source)) return null;
  const field = descriptor.fields.find(({ name }) => name === source);
  const ownLabel = field && context.translate(fieldKey(descriptor.name, source));
  if (resource !== undefined && (typeof value === "number" || typeof value === "string")) {
    if (!access.can(summaryOf(resource), "lookup", { record: { id: value } })) return null;
    const expanded = valueAtPath(record, `${source}_expand`);
    return {
      source,
      label: ownLabel ?? context.translate(nameKey(resource), { smart_count: 1 }),
      value: <ReferenceText resource={resource} id={value} expanded={isObject(expanded) ? expanded : undefined} link />,
    };
  }
  return field && ownLabel
    ? {
        source,
        label: ownLabel,
        value: (
          <Value kind={field.kind} value={value} source={source} record={record} field={field} context={context} />
        ),
      }
    : null;
}

function columnFacts(
  descriptor: ResourceDescriptor,
  record: PanelRecord,
  access: Access,
  context: CellContext,
): HeaderFact[] {
  const state = statusField(descriptor);
  return listColumns(descriptor, access)
    .filter(({ isTitle, isOptional, source }) => !isTitle && !isOptional && source !== "id" && source !== state)
    .filter(({ source }) => hasValue(valueAtPath(record, source)) && !isTitleOfReference(descriptor, source))
    .map(({ source, kind, field, labelKey }) => {
      // The header has no room for a table: its entries are summarized in a line, as in a list.
      const place = kind === "list" ? ("list" as const) : context.place;
      const props = { kind, value: valueAtPath(record, source), source, record, field, context: { ...context, place } };
      return { source, label: context.translate(labelKey), value: <Value {...props} /> };
    });
}

/** `contact_id.email` where contacts are named by their e-mail: the page shows the same text, linked. */
function isTitleOfReference({ fields }: ResourceDescriptor, source: string): boolean {
  const [name = "", ...segments] = source.split(".");
  const target = fields.find((field) => field.name === name && !field.internal)?.reference?.resource;
  return target !== undefined && isTitle(summaryOf(target).recordRepresentation, segments.join("."));
}
