import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { RecordOf } from "../../providers/rest.ts";
import { LineFaults } from "../../ui/editor/LineFaults.tsx";
import { templateErrors, useTemplate } from "./useTemplate.ts";

/** Why a template cannot be run here. */
export function TemplateFaults({ record }: { readonly record: RecordOf<"provisioningtemplates"> }): ReactNode {
  const translate = useTranslate();
  const errors = templateErrors(useTemplate(record));
  return <LineFaults severity="warning" title={translate("provisioning.cannotRun")} faults={errors} />;
}
