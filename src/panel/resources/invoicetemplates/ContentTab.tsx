import OpenInNew from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { useTranslate } from "react-admin";
import { defaultTemplate } from "../../../core/telephony/invoices/defaultTemplate.ts";
import { type InvoiceTemplate, readTemplate } from "../../../core/telephony/invoices/invoiceSvg.ts";
import { invoiceLists, placeholdersIn } from "../../../core/telephony/invoices/placeholders.ts";
import { toPlaceholder } from "../../../core/validation/templateDirectives.ts";
import { loadRecordFile } from "../../providers/files.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import styles from "../../ui/editor/editor.module.css";
import { markupTokens } from "../../ui/editor/tokens.ts";
import { type FileEditorProps, StoredFile, useStoreFile } from "../../views/editor/StoredFile.tsx";
import { TextEditor, useTextEditing } from "../../views/editor/TextEditor.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { loadInvoiceTexts } from "./invoiceTexts.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";

const svgType = "image/svg+xml";

/** The drawing of a template as text, with everything wrong in it, its placeholders, and the pages that it gives. */
export function ContentTab(props: CustomTabProps<"invoicetemplates">): ReactNode {
  const { descriptor, record } = props;
  const load = () => loadRecordFile(descriptor.name, record.id, { accept: [svgType] });
  return <StoredFile {...props} load={load} Editor={Editor} />;
}

function Editor({ descriptor, record, storedText }: FileEditorProps<"invoicetemplates">): ReactNode {
  const translate = useTranslate();
  const mayWrite = useAccess().can(descriptor, "update", { record });
  const store = useStoreFile({ descriptor, record }, "invoice.svg", svgType);
  const editing = useTextEditing({ resource: descriptor.name, storedText, store, savedKey: "invoices.editor.saved" });
  const { faults, template } = useDrawing(useDeferredValue(editing.text));
  const language = record.language ?? "en";

  const startOver = async () => editing.setText(defaultTemplate(await loadInvoiceTexts(language)));

  return (
    <TextEditor
      {...{ editing, mayWrite, faults }}
      label="invoices.editor.content"
      faultsTitle="invoices.editor.problems"
      tokens={markupTokens}
      isValid={faults.length === 0}
      actions={
        <>
          {mayWrite && <Button onClick={() => void startOver()}>{translate("invoices.editor.reset")}</Button>}
          <Button
            href={`${descriptor.route}/${record.id}/editcontent/preview`}
            target="_blank"
            rel="noopener"
            disabled={editing.saved === "" || editing.isChanged}
            endIcon={<OpenInNew />}
          >
            {translate("invoices.editor.pdf")}
          </Button>
        </>
      }
      renderPlaceholders={(insert) => <Placeholders onInsert={insert} />}
    >
      {template && <TemplatePreview template={template} language={language} resellerId={record.reseller_id} />}
    </TextEditor>
  );
}

/** Returns the errors of a drawing, and the last template without any: the preview stays while somebody types. */
function useDrawing(svg: string) {
  const last = useRef<InvoiceTemplate | undefined>(undefined);
  return useMemo(() => {
    const { template, faults = [] } = readTemplate(svg);
    if (template) last.current = template;
    return { faults, template: last.current };
  }, [svg]);
}

interface PlaceholdersProps {
  readonly onInsert: (text: string) => void;
}

/** All placeholders by where they hold; a click inserts one. */
function Placeholders({ onInsert }: PlaceholdersProps): ReactNode {
  const translate = useTranslate();
  return (
    <section className={styles.templatePlaceholders} aria-labelledby="template-placeholders">
      <h2 className="below-8" id="template-placeholders">
        {translate("invoices.editor.placeholders")}
      </h2>
      {([null, ...invoiceLists] as const).map((list) => (
        <details key={list ?? "everywhere"} open={list === null}>
          <summary className="pad-block-4">{translate(`invoices.editor.lists.${list ?? "everywhere"}`)}</summary>
          <ul className="row above-8 below-8">
            {[...placeholdersIn(list).keys()].map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className="card mono"
                  aria-label={translate("invoices.editor.insert", { name })}
                  onClick={() => onInsert(toPlaceholder(name))}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p className="quiet">{translate("invoices.editor.help")}</p>
    </section>
  );
}
