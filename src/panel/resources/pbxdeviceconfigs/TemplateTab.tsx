import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from "react";
import { useTranslate } from "react-admin";
import { deviceShape } from "../../../core/telephony/deviceTemplates/deviceShape.ts";
import { toLiquidTemplate as translateTemplate } from "../../../core/telephony/deviceTemplates/liquidTemplate.ts";
import { pathsOf } from "../../../core/telephony/deviceTemplates/shapes.ts";
import { toPlaceholder } from "../../../core/validation/templateDirectives.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { fillTemplate } from "../../providers/deviceFiles.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { loadRecordFile } from "../../providers/files.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import styles from "../../ui/editor/editor.module.css";
import { templateTokens } from "../../ui/editor/tokens.ts";
import { type FileEditorProps, StoredFile, useStoreFile } from "../../views/editor/StoredFile.tsx";
import { TextEditor, useTextEditing } from "../../views/editor/TextEditor.tsx";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { Comparison } from "./Comparison.tsx";
import { FilledFile } from "./FilledFile.tsx";

const download = "pbxdeviceconfigfiles";

/** The template of a configuration as text, with everything wrong in it, and the file that it gives. */
export function TemplateTab(props: CustomTabProps<"pbxdeviceconfigs">): ReactNode {
  return <StoredFile {...props} load={() => loadRecordFile(download, props.record.id)} Editor={Editor} />;
}

function Editor({ descriptor, record, storedText }: FileEditorProps<"pbxdeviceconfigs">): ReactNode {
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const store = useStoreFile({ descriptor, record }, "template", "text/plain");
  const editing = useTextEditing({ resource: descriptor.name, storedText, store, savedKey: "devices.template.saved" });
  const { text } = editing;
  const deferredText = useDeferredValue(text);
  const faults = useMemo(() => translateTemplate(deferredText, deviceShape).faults, [deferredText]);

  return (
    <TextEditor
      {...{ editing, mayWrite }}
      label="devices.template.content"
      faults={faults}
      faultsTitle="devices.template.problems"
      tokens={templateTokens}
      isValid={faults.length === 0 && text !== ""}
      renderPlaceholders={(insert) => <Names onInsert={insert} />}
    >
      <div className={styles.templatePreview}>
        {hasExtension("config_preview") && <FilePreview text={deferredText} hasFaults={faults.length > 0} />}
        <Comparison config={record} text={deferredText} />
      </div>
    </TextEditor>
  );
}

interface FilePreviewProps {
  readonly text: string;
  readonly hasFaults: boolean;
}

/** The file that a template gives, for a sample or a real device. While it has faults, the last one stays. */
function FilePreview({ text, hasFaults }: FilePreviewProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  const mayPick = useAccess().can(summaryOf("pbxdevices"), "lookup");
  const [device, setDevice] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ["pbxdeviceconfigs", "preview", text, device],
    queryFn: ({ signal }) => fillTemplate({ data: text, deviceId: device, signal }),
    enabled: !hasFaults && text !== "",
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="below-8" id={`${id}-title`}>
        {translate("devices.template.preview")}
      </h2>
      {mayPick && (
        <ReferencePicker
          id={`${id}-device`}
          label={translate("devices.template.device")}
          help={translate("devices.template.deviceHelp")}
          source={{ resource: "pbxdevices", search: "station_name" }}
          filter={{}}
          value={device}
          onChange={(chosen) => setDevice(typeof chosen === "number" ? chosen : null)}
        />
      )}
      {query.error && <LoadState query={query} question={{ resource: "pbxdeviceconfigs", right: "read" }} />}
      <FilledFile filled={query.data} label={translate("devices.template.preview")} />
    </section>
  );
}

interface NamesProps {
  readonly onInsert: (text: string) => void;
}

interface NameGroup {
  /** The list of a loop; empty: names that hold anywhere. */
  readonly list: string;
  /** `FOREACH line IN linerange.lines`; empty where there is no list. */
  readonly loop: string;
  readonly names: readonly string[];
}

const singular = (list: string) => (list.split(".").at(-1) ?? "").replace(/s$/, "");

/** Names by the list that they belong to, with an entry of that list before them: `line.username`. */
const groups: readonly NameGroup[] = (() => {
  const byList = new Map<string, string[]>();
  for (const path of pathsOf(deviceShape)) {
    // `phone.lineranges[].lines[].username`: a list within the entries of another one.
    const parts = path.split("[]");
    const name = parts.pop()?.replace(/^\./, "") ?? "";
    const list = parts.reduce((outer, part) => (outer === "" ? part : `${singular(outer)}${part}`), "");
    byList.set(list, [...(byList.get(list) ?? []), name]);
  }
  return [...byList].map(([list, names]) => {
    const entry = singular(list);
    if (list === "") return { list, loop: "", names };
    const ofEntry = names.map((name) => (name ? `${entry}.${name}` : entry));
    return { list, loop: `FOREACH ${entry} IN ${list}`, names: ofEntry };
  });
})();

/** All names that a template may have, by the loop in which they hold; a click inserts one. */
function Names({ onInsert }: NamesProps): ReactNode {
  const translate = useTranslate();
  return (
    <section className={styles.templatePlaceholders} aria-labelledby="template-names">
      <h2 className="below-8" id="template-names">
        {translate("devices.template.placeholders")}
      </h2>
      {groups.map(({ list, loop, names }) => (
        <details key={list} open={list === ""}>
          <summary className="pad-block-4">{loop || translate("devices.template.everywhere")}</summary>
          <ul className="row above-8 below-8">
            {loop !== "" && <Name name={loop} onClick={() => onInsert(`[% ${loop} -%]\n\n[% END -%]`)} />}
            {names.map((name) => (
              <Name key={name} name={name} onClick={() => onInsert(toPlaceholder(name))} />
            ))}
          </ul>
        </details>
      ))}
      <p className="quiet">{translate("devices.template.help")}</p>
    </section>
  );
}

function Name({ name, onClick }: { readonly name: string; readonly onClick: () => void }): ReactNode {
  const translate = useTranslate();
  return (
    <li>
      <button
        type="button"
        className="card mono"
        aria-label={translate("devices.template.insert", { name })}
        onClick={onClick}
      >
        {name}
      </button>
    </li>
  );
}
