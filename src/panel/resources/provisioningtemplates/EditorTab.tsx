import "./provisioning.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import { readProvisioning } from "../../../core/templates/provisioning.ts";
import { CodeArea, type CodeAreaHandle } from "../../editor/CodeArea.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { LeaveDialog, useLeaveGuard } from "../../views/form/LeaveDialog.tsx";
import { serverComplaints } from "../../views/form/serverErrors.ts";
import { useProblemContext } from "../../views/form/useProblemContext.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { yamlTokens } from "./yamlTokens.ts";

/** The text of a template, checked line by line while it is typed, with the form that it gives. */
export function EditorTab({ descriptor, record }: OwnTabProps): ReactNode {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const problemContext = useProblemContext(descriptor.name);
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const area = useRef<CodeAreaHandle>(null);
  const [saved, setSaved] = useState(String(record.template ?? ""));
  const [text, setText] = useState(saved);
  const [isSaving, setIsSaving] = useState(false);
  const guard = useLeaveGuard(useCallback(() => text !== saved, [text, saved]));
  const shown = useDeferredValue(text);
  const { model, faults } = useMemo(() => readProvisioning(shown), [shown]);
  const scripts = (model?.scripts ?? []).map(({ line }) => ({ rule: "templateScript", line, params: {} }));
  const isOwn = record.lang === "template";
  const blocking = isOwn ? faults : faults.filter(({ rule }) => rule === "yamlUnreadable");
  const problems = [...faults, ...scripts];

  const save = async () => {
    setIsSaving(true);
    try {
      await dataProvider.patchField(descriptor.name, record.id, "template", text);
      setSaved(text);
      await queryClient.invalidateQueries({ queryKey: [descriptor.name] });
      notify("invoices.editor.saved", { type: "success" });
    } catch (error) {
      const reasons = serverComplaints(error, problemContext).map((one) => one.text);
      notify(reasons.length > 0 ? reasons.join("; ") : refusalText(translate, error), { type: "error" });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <div className="template-editor">
      <div className="template-code">
        {!mayWrite && <Alert severity="info">{translate("invoices.editor.readOnly")}</Alert>}
        <CodeArea
          ref={area}
          label={translate("provisioning.text")}
          value={text}
          onChange={setText}
          readOnly={!mayWrite}
          marked={new Set(problems.map(({ line }) => line))}
          tokens={yamlTokens}
        />
        {problems.length > 0 && (
          <Alert severity={blocking.length > 0 ? "error" : "warning"} role="status">
            {translate(blocking.length > 0 ? "invoices.editor.problems" : "provisioning.cannotRun")}
            <ul>
              {problems.map(({ rule, line, params }) => (
                <li key={`${rule} ${line} ${JSON.stringify(params)}`}>
                  <button type="button" className="template-problem" onClick={() => area.current?.goTo(line)}>
                    {translate(`rules.business.${rule}`, { line, ...params })}
                  </button>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {mayWrite && (
          <p className="template-ways">
            <Button
              variant="contained"
              loading={isSaving}
              disabled={blocking.length > 0 || text === saved}
              onClick={() => void save()}
            >
              {translate("invoices.editor.save")}
            </Button>
          </p>
        )}
      </div>
      <section aria-label={translate("provisioning.preview")}>
        <h2>{translate("provisioning.preview")}</h2>
        <table className="provisioning-columns">
          <tbody>
            {(model?.fields ?? []).map(({ name, label, kind, required }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{required ? `${label} *` : label}</td>
                <td>
                  <code>{kind}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>{translate("provisioning.makes")}</h2>
        <ul>
          {[...(model?.sections.keys() ?? [])].map((name) => (
            <li key={name}>{translate(`provisioning.sections.${name}`)}</li>
          ))}
        </ul>
      </section>
      <LeaveDialog guard={guard} text={translate("invoices.editor.leave")} />
    </div>
  );
}
