import OpenInNew from "@mui/icons-material/OpenInNew";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import { defaultTemplate } from "../../../core/invoices/defaultTemplate.ts";
import { type InvoiceTemplate, readTemplate } from "../../../core/invoices/invoiceSvg.ts";
import { CodeArea, type CodeAreaHandle } from "../../editor/CodeArea.tsx";
import { markupTokens } from "../../editor/markupTokens.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadRecordFile, readFileValue } from "../../providers/files.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { LeaveDialog, useLeaveGuard } from "../../views/form/LeaveDialog.tsx";
import { Problem } from "../../views/Problem.tsx";
import { loadInvoiceTexts } from "./invoiceTexts.ts";
import { Placeholders } from "./Placeholders.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";

const svgType = "image/svg+xml";

/** The drawing of a template as text, with everything wrong in it, its placeholders, and the pages that it gives. */
export function ContentTab({ descriptor, record }: OwnTabProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: [descriptor.name, "drawing", record.id],
    queryFn: async () => {
      const file = await loadRecordFile(descriptor.name, record.id, { accept: [svgType] });
      return (await file?.text()) ?? "";
    },
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
  const [svg, setSvg] = useState(stored);
  const [isSaving, setIsSaving] = useState(false);
  const guard = useLeaveGuard(useCallback(() => svg !== saved, [svg, saved]));
  const { problems, template } = useDrawing(useDeferredValue(svg));
  const language = String(record.language ?? "en");

  const save = async () => {
    setIsSaving(true);
    try {
      const data = await readFileValue(new File([svg], "invoice.svg", { type: svgType }));
      const changed = { ...record, data };
      await dataProvider.update<PanelRecord>(descriptor.name, { id: record.id, data: changed, previousData: record });
      setSaved(svg);
      // The record has another version now, which the next change must name.
      await queryClient.invalidateQueries({ queryKey: [descriptor.name, "getOne"] });
      notify("invoices.editor.saved", { type: "success" });
    } catch (error) {
      notify(error instanceof HttpError ? error.message : String(error), { type: "error" });
    } finally {
      setIsSaving(false);
    }
  };
  const startOver = async () => setSvg(defaultTemplate(await loadInvoiceTexts(language)));

  return (
    <div className="template-editor">
      <div className="template-code">
        {!mayWrite && <Alert severity="info">{translate("invoices.editor.readOnly")}</Alert>}
        <CodeArea
          ref={area}
          label={translate("invoices.editor.content")}
          value={svg}
          onChange={setSvg}
          readOnly={!mayWrite}
          tokens={markupTokens}
          marked={new Set(problems.map(({ line }) => line))}
        />
        {problems.length > 0 && (
          <Alert severity="error" role="status">
            {translate("invoices.editor.problems")}
            <ul>
              {problems.map(({ rule, line, params }) => (
                <li key={`${rule} ${line} ${params.name ?? ""}`}>
                  <button type="button" className="template-problem" onClick={() => area.current?.goTo(line)}>
                    {translate(`rules.business.${rule}`, { line, ...params })}
                  </button>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <p className="template-ways">
          {mayWrite && (
            <>
              <Button
                variant="contained"
                loading={isSaving}
                disabled={problems.length > 0 || svg === saved}
                onClick={() => void save()}
              >
                {translate("invoices.editor.save")}
              </Button>
              <Button onClick={() => void startOver()}>{translate("invoices.editor.reset")}</Button>
            </>
          )}
          <Button
            href={`${descriptor.route}/${record.id}/editcontent/preview`}
            target="_blank"
            rel="noopener"
            disabled={saved === "" || svg !== saved}
            endIcon={<OpenInNew />}
          >
            {translate("invoices.editor.pdf")}
          </Button>
        </p>
        {mayWrite && <Placeholders onInsert={(text) => area.current?.insert(text)} />}
      </div>
      {template && <TemplatePreview template={template} language={language} resellerId={Number(record.reseller_id)} />}
      <LeaveDialog guard={guard} text={translate("invoices.editor.leave")} />
    </div>
  );
}

/** What is wrong with a drawing, and the last template without problems: the preview stays while somebody types. */
function useDrawing(svg: string) {
  const last = useRef<InvoiceTemplate | undefined>(undefined);
  return useMemo(() => {
    const { template, problems = [] } = readTemplate(svg);
    if (template) last.current = template;
    return { problems, template: last.current };
  }, [svg]);
}
