import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { RecordOf } from "../../providers/rest.ts";
import { LineProblems } from "../../ui/editor/LineProblems.tsx";
import { templateErrors, useTemplate } from "./useTemplate.ts";

/** Why a template cannot be run here. */
export function TemplateFaults({ record }: { readonly record: RecordOf<"provisioningtemplates"> }): ReactNode {
  const translate = useTranslate();
  const problems = templateErrors(useTemplate(record));
  return <LineProblems severity="warning" title={translate("provisioning.cannotRun")} problems={problems} />;
}
