import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import { deviceShape } from "../../../core/templates/deviceShape.ts";
import { translate as translateTemplate } from "../../../core/templates/translate.ts";
import { CodeArea, type CodeAreaHandle } from "../../editor/CodeArea.tsx";
import { templateTokens } from "../../editor/templateTokens.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadRecordFile, readFileValue } from "../../providers/files.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { LeaveDialog, useLeaveGuard } from "../../views/form/LeaveDialog.tsx";
import { Problem } from "../../views/Problem.tsx";
import { Comparison } from "./Comparison.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { Names } from "./Names.tsx";

const download = "pbxdeviceconfigfiles";

/** The template of a configuration as text, with everything wrong in it, and the file that it gives. */
export function TemplateTab({ descriptor, record }: OwnTabProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: [descriptor.name, "template", record.id],
    queryFn: async () => (await (await loadRecordFile(download, record.id))?.text()) ?? "",
    // What somebody edits must not change under their hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) {
    const question = { resource: descriptor.name, right: "read" } as const;
    return <Problem error={error} question={question} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <FactsSkeleton />;
  return <Editor descriptor={descriptor} record={record} stored={data} />;
}

interface EditorProps extends OwnTabProps {
  readonly stored: string;
}

function Editor({ descriptor, record, stored }: EditorProps): ReactNode {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const area = useRef<CodeAreaHandle>(null);
  const [saved, setSaved] = useState(stored);
  const [text, setText] = useState(stored);
  const [isSaving, setIsSaving] = useState(false);
  const guard = useLeaveGuard(useCallback(() => text !== saved, [text, saved]));
  const shown = useDeferredValue(text);
  const faults = useMemo(() => translateTemplate(shown, deviceShape).faults, [shown]);

  const save = async () => {
    setIsSaving(true);
    try {
      const data = await readFileValue(new File([text], "template", { type: "text/plain" }));
      const changed = { ...record, data };
      await dataProvider.update<PanelRecord>(descriptor.name, { id: record.id, data: changed, previousData: record });
      setSaved(text);
      // The record has another version now, which the next change must name.
      await queryClient.invalidateQueries({ queryKey: [descriptor.name, "getOne"] });
      notify("devices.template.saved", { type: "success" });
    } catch (error) {
      notify(error instanceof HttpError ? error.message : String(error), { type: "error" });
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <div className="template-editor">
      <div className="template-code">
        {!mayWrite && <Alert severity="info">{translate("devices.template.readOnly")}</Alert>}
        <CodeArea
          ref={area}
          label={translate("devices.template.content")}
          value={text}
          onChange={setText}
          readOnly={!mayWrite}
          tokens={templateTokens}
          marked={new Set(faults.map(({ line }) => line))}
        />
        {faults.length > 0 && (
          <Alert severity="error" role="status">
            {translate("devices.template.problems")}
            <ul>
              {faults.map(({ rule, line, params }) => (
                <li key={`${rule} ${line} ${params.name ?? params.text ?? ""}`}>
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
              disabled={faults.length > 0 || text === saved || text === ""}
              onClick={() => void save()}
            >
              {translate("devices.template.save")}
            </Button>
          </p>
        )}
        {mayWrite && <Names onInsert={(name) => area.current?.insert(name)} />}
      </div>
      <div className="template-preview">
        {isOffered("config_preview") && <FilePreview text={shown} hasFaults={faults.length > 0} />}
        <Comparison config={record} text={shown} />
      </div>
      <LeaveDialog guard={guard} text={translate("devices.template.leave")} />
    </div>
  );
}
