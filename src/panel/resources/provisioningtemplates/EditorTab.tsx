import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { useDataProvider, useTranslate } from "react-admin";
import { readProvisioning } from "../../../core/telephony/deviceTemplates/provisioning.ts";
import { LeaveDialog } from "../../kit/LeaveDialog.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { CodeArea, type CodeAreaHandle } from "../../ui/editor/CodeArea.tsx";
import editorStyles from "../../ui/editor/editor.module.css";
import { LineProblems } from "../../ui/editor/LineProblems.tsx";
import { yamlTokens } from "../../ui/editor/tokens.ts";
import { useTextEditing } from "../../views/editor/useTextEditing.ts";
import { refreshJournals } from "../../views/form/refreshAfterWrite.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { templateErrors } from "./useTemplate.ts";

/** The text of a template, checked line by line while it is typed, with the form that it gives. */
export function EditorTab({ descriptor, record }: CustomTabProps<"provisioningtemplates">): ReactNode {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const area = useRef<CodeAreaHandle>(null);
  const { text, setText, isChanged, isSaving, save, guard } = useTextEditing({
    resource: descriptor.name,
    storedText: record.template,
    store: async (changed) => {
      await dataProvider.patchField(descriptor.name, record.id, "template", changed);
      refreshJournals(queryClient);
      await queryClient.invalidateQueries({ queryKey: [descriptor.name] });
    },
    savedKey: "invoices.editor.saved",
    reasonOf: ({ error, elsewhere }) =>
      elsewhere.map(({ text: reason }) => reason).join("; ") || requestErrorText(translate, error),
  });
  const deferredText = useDeferredValue(text);
  const read = useMemo(() => readProvisioning(deferredText), [deferredText]);
  const { model, faults } = read;
  const isOwn = record.lang === "template";
  const blocking = isOwn ? faults : faults.filter(({ rule }) => rule === "yamlUnreadable");
  const problems = templateErrors(read);
  return (
    <div className={editorStyles.templateEditor}>
      <div>
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
        <LineProblems
          title={translate(blocking.length > 0 ? "invoices.editor.problems" : "provisioning.cannotRun")}
          problems={problems}
          severity={blocking.length > 0 ? "error" : "warning"}
          onGoTo={(line) => area.current?.goTo(line)}
        />
        {mayWrite && (
          <p className="row below-16">
            <Button
              variant="contained"
              loading={isSaving}
              disabled={blocking.length > 0 || !isChanged}
              onClick={() => void save()}
            >
              {translate("invoices.editor.save")}
            </Button>
          </p>
        )}
      </div>
      <section aria-label={translate("provisioning.preview")}>
        <h2 className="below-8">{translate("provisioning.preview")}</h2>
        <table className="plain-table">
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
        <h2 className="below-8">{translate("provisioning.makes")}</h2>
        <ul className="bullets">
          {[...(model?.sections.keys() ?? [])].map((name) => (
            <li key={name}>{translate(`provisioning.sections.${name}`)}</li>
          ))}
        </ul>
      </section>
      <LeaveDialog guard={guard} text="invoices.editor.leave" />
    </div>
  );
}
