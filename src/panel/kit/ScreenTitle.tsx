import { useRecordContext, useResourceContext, useTranslate } from "react-admin";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { actionKey, nameKey } from "../navigation/labels.ts";
import { useRecordTitle } from "../navigation/RecordTitle.tsx";
import type { PanelRecord } from "../providers/rest.ts";
import { summaryOf } from "../providers/summaries.ts";

interface ScreenTitleProps {
  readonly of: "list" | "create" | "record";
}

/** The heading of a screen: what it lists or creates, or the record that it shows, which it also names to the shell. */
export function ScreenTitle({ of }: ScreenTitleProps) {
  const resource = useResourceContext() ?? "";
  const translate = useTranslate();
  const record = useRecordContext<PanelRecord>();
  const title = of === "record" && record ? recordTitle(summaryOf(resource).recordRepresentation, record) : undefined;
  useRecordTitle(title);
  if (of === "create") return <h1>{translate(actionKey(resource, "create"))}</h1>;
  return <h1>{of === "list" ? translate(nameKey(resource), { smart_count: 2 }) : title}</h1>;
}
