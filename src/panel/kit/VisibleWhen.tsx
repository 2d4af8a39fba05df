import type { ReactNode } from "react";
import { useRecordContext, useResourceContext } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isConditionMet } from "../../core/validation/conditions.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { relatedSources, useRelated } from "../views/form/referencedValues.ts";

interface VisibleWhenProps {
  /** The field with the condition. */
  readonly source: string;
  readonly children: ReactNode;
}

/** Shows an input while its field exists, by the schema's condition on the other values of the form. */
export function VisibleWhen({ source, children }: VisibleWhenProps) {
  const { descriptor } = useResource(useResourceContext() ?? "");
  const record = useRecordContext<PanelRecord>();
  const values: WireRecord = useFormContext().watch();
  const { read } = useRelated(relatedSources(descriptor), values, record);
  const when = descriptor.fields.find(({ name }) => name === source)?.when;
  const context = { mode: record ? "update" : "create", related: read } as const;
  return when === undefined || isConditionMet(when, values, context) ? children : null;
}
