import ChevronLeft from "@mui/icons-material/ChevronLeft";
import ChevronRight from "@mui/icons-material/ChevronRight";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useGetList, useTranslate } from "react-admin";
import type { InvoiceCall, InvoiceDocument } from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { InvoiceTemplate } from "../../../core/telephony/invoices/invoiceSvg.ts";
import { layPages } from "../../../core/telephony/invoices/layPages.ts";
import { pageToSvg } from "../../../core/telephony/invoices/pageToSvg.ts";
import { sampleInvoice } from "../../../core/telephony/invoices/sampleInvoice.ts";
import { loadInvoiceSource } from "../../providers/invoices.ts";
import type { RecordOf } from "../../providers/rest.ts";
import styles from "../../ui/editor/editor.module.css";
import { loadInvoiceTexts } from "./invoiceTexts.ts";

/** Pages drawn at most: the layout shows on the first ones. */
const MAX_PAGES = 10;
const MAX_CHOICES = 20;

interface TemplatePreviewProps {
  /** The last one without errors. */
  readonly template: InvoiceTemplate;
  readonly language: string;
  readonly resellerId: number;
}

/** The template filled with sample data or an invoice of the reseller, page by page. */
export function TemplatePreview({ template, language, resellerId }: TemplatePreviewProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  const [invoice, setInvoice] = useState("");
  const [requestedPage, setRequestedPage] = useState(1);
  const { data: choices = [] } = useGetList<RecordOf<"invoices">>("invoices", {
    filter: { reseller_id: resellerId },
    pagination: { page: 1, perPage: MAX_CHOICES },
    sort: { field: "id", order: "DESC" },
  });
  const { data: source } = useQuery({
    queryKey: ["invoices", "source", invoice, language],
    queryFn: async () =>
      invoice ? loadInvoiceSource(invoice) : sampleInvoice(await loadInvoiceTexts(language), language),
  });
  const { data: pages = [] } = useQuery({
    queryKey: ["invoices", "pages", source, template],
    queryFn: () => (source ? drawPages(template, source.document, source.calls) : []),
    enabled: source !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const number = Math.min(requestedPage, Math.max(1, pages.length));
  const svg = pages[number - 1];
  const where = translate("invoices.editor.page", { number, count: pages.length });
  return (
    <section className={styles.templatePreview} aria-labelledby={`${id}-title`}>
      <h2 className="below-8" id={`${id}-title`}>
        {translate("invoices.editor.preview")}
      </h2>
      <p>
        <label htmlFor={`${id}-data`}>{translate("invoices.editor.data")}</label>{" "}
        <select
          id={`${id}-data`}
          className="control"
          value={invoice}
          onChange={({ target }) => setInvoice(target.value)}
        >
          <option value="">{translate("invoices.editor.sampleData")}</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.serial}
            </option>
          ))}
        </select>
      </p>
      {svg !== undefined && (
        // Nothing of a drawing runs or loads in an image, whatever it has.
        <img className="block full" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={where} />
      )}
      <p>
        <IconButton
          size="small"
          aria-label={translate("invoices.editor.previous")}
          disabled={number <= 1}
          onClick={() => setRequestedPage(number - 1)}
        >
          <ChevronLeft />
        </IconButton>
        <span role="status">{where}</span>
        <IconButton
          size="small"
          aria-label={translate("invoices.editor.next")}
          disabled={number >= pages.length}
          onClick={() => setRequestedPage(number + 1)}
        >
          <ChevronRight />
        </IconButton>
      </p>
    </section>
  );
}

async function drawPages(
  template: InvoiceTemplate,
  document: InvoiceDocument,
  calls: readonly InvoiceCall[],
): Promise<string[]> {
  const drawn: string[] = [];
  for await (const page of layPages(template, { ...document, calls: calls.length }, () => [calls])) {
    drawn.push(pageToSvg(template, page));
    if (drawn.length === MAX_PAGES) break;
  }
  return drawn;
}
