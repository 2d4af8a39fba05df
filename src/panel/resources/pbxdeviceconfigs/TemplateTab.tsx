import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { useTranslate } from "react-admin";
import { deviceShape } from "../../../core/templates/deviceShape.ts";
import { translate as translateTemplate } from "../../../core/templates/translate.ts";
import { CodeArea, type CodeAreaHandle } from "../../editor/CodeArea.tsx";
import styles from "../../editor/editor.module.css";
import { LineProblems } from "../../editor/LineProblems.tsx";
import { type FileEditorProps, StoredFile, useStoreFile } from "../../editor/StoredFile.tsx";
import { templateTokens } from "../../editor/tokens.ts";
import { useTextEditing } from "../../editor/useTextEditing.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadRecordFile } from "../../providers/files.ts";
import type { OwnTabProps } from "../../views/details/override.ts";
import { LeaveDialog } from "../../views/form/LeaveDialog.tsx";
import { Comparison } from "./Comparison.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { Names } from "./Names.tsx";

const download = "pbxdeviceconfigfiles";

/** The template of a configuration as text, with everything wrong in it, and the file that it gives. */
export function TemplateTab(props: OwnTabProps): ReactNode {
  return <StoredFile {...props} load={() => loadRecordFile(download, props.record.id)} Editor={Editor} />;
}

function Editor({ descriptor, record, stored }: FileEditorProps): ReactNode {
  const translate = useTranslate();
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const area = useRef<CodeAreaHandle>(null);
  const store = useStoreFile({ descriptor, record }, "template", "text/plain");
  const editing = useTextEditing({ stored, store, savedKey: "devices.template.saved" });
  const { text } = editing;
  const shown = useDeferredValue(text);
  const faults = useMemo(() => translateTemplate(shown, deviceShape).faults, [shown]);

  return (
    <div className={styles.templateEditor}>
      <div>
        {!mayWrite && <Alert severity="info">{translate("devices.template.readOnly")}</Alert>}
        <CodeArea
          ref={area}
          label={translate("devices.template.content")}
          value={text}
          onChange={editing.setText}
          readOnly={!mayWrite}
          tokens={templateTokens}
          marked={new Set(faults.map(({ line }) => line))}
        />
        <LineProblems
          title={translate("devices.template.problems")}
          problems={faults}
          onGoTo={(line) => area.current?.goTo(line)}
        />
        {mayWrite && (
          <p className="row below-16">
            <Button
              variant="contained"
              loading={editing.isSaving}
              disabled={faults.length > 0 || !editing.isChanged || text === ""}
              onClick={() => void editing.save()}
            >
              {translate("devices.template.save")}
            </Button>
          </p>
        )}
        {mayWrite && <Names onInsert={(name) => area.current?.insert(name)} />}
      </div>
      <div className={styles.templatePreview}>
        {isOffered("config_preview") && <FilePreview text={shown} hasFaults={faults.length > 0} />}
        <Comparison config={record} text={shown} />
      </div>
      <LeaveDialog guard={editing.guard} text={translate("devices.template.leave")} />
    </div>
  );
}
