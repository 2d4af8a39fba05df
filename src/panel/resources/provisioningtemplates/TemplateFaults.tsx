import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";
import { useTemplate } from "./useTemplate.ts";

/** Why a template cannot be run here. */
export function TemplateFaults({ record }: { readonly record: PanelRecord }): ReactNode {
  const translate = useTranslate();
  const { model, faults } = useTemplate(record);
  const scripts = (model?.scripts ?? []).map(({ line }) => ({ rule: "templateScript", line, params: {} }));
  return (
    <Alert severity="warning">
      {translate("provisioning.cannotRun")}
      <ul>
        {[...faults, ...scripts].map(({ rule, line, params }) => (
          <li key={`${rule} ${line} ${JSON.stringify(params)}`}>
            {translate(`rules.business.${rule}`, { line, ...params })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
