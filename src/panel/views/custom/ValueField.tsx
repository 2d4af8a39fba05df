import { useRecordContext } from "react-admin";
import { FieldValue } from "../../kinds/Value.tsx";
import { useRequiredResource } from "../../kit/contexts.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCellContext } from "../useCellContext.ts";

interface ValueFieldProps {
  readonly source: string;
  /** Label of a table's column or a labelled fact that shows the field. */
  readonly label?: string;
  readonly sortable?: boolean;
}

/** A field of the record as the generic screens show it, for use among react-admin's own fields. */
export function ValueField({ source }: ValueFieldProps) {
  const resource = useRequiredResource("ValueField");
  const record = useRecordContext<PanelRecord>();
  const { fields } = useResource(resource).descriptor;
  const context = useCellContext(resource, "list");
  const field = fields.find(({ name }) => name === source);
  return field && record ? <FieldValue field={field} record={record} context={context} /> : null;
}
