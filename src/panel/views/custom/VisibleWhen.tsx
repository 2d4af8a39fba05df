import type { ReactNode } from "react";
import { useRecordContext } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { useRequiredResource } from "../../kit/contexts.ts";
import { useRequiredForm } from "../../kit/useRequiredForm.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { relatedSources, useRelated } from "../form/referencedValues.ts";

interface VisibleWhenProps {
  /** The field with the condition. */
  readonly source: string;
  readonly children: ReactNode;
}

/** Shows an input while its field exists, by the schema's condition on the other values of the form. */
export function VisibleWhen({ source, children }: VisibleWhenProps) {
  const { descriptor } = useResource(useRequiredResource("VisibleWhen"));
  const record = useRecordContext<PanelRecord>();
  const values: WireRecord = useRequiredForm("VisibleWhen").watch();
  const { read } = useRelated(relatedSources(descriptor), values, record);
  const when = descriptor.fields.find(({ name }) => name === source)?.when;
  const context = { mode: record ? "update" : "create", related: read } as const;
  return when === undefined || isConditionMet(when, values, context) ? children : null;
}
