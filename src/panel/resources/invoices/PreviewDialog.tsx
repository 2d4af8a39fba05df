import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useId, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import { monthOf } from "../../../core/telephony/invoices/charges.ts";
import type { InvoiceDocument, InvoicePreview } from "../../../core/telephony/invoices/invoiceDocument.ts";
import { formatDate, formatWireDate } from "../../../core/values/dateTime.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { formatMoney } from "../../../core/values/money.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { recordPath } from "../../navigation/recordPath.ts";
import { previewInvoice } from "../../providers/invoices.ts";
import { TableHead } from "../../ui/TableHead.tsx";
import type { ConfirmationProps } from "../../views/form/override.ts";

/** An invoice before it is issued: its lines and sums, its PDF, and what has been invoiced already. */
export function PreviewDialog({ record, onConfirm, onCancel, onRefused }: ConfirmationProps) {
  const translate = useTranslate();
  const titleId = useId();
  const { data, error } = useQuery({
    queryKey: ["invoices", "preview", record],
    queryFn: ({ signal }) => previewInvoice(record, signal),
    // The amount billed changes with every call.
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (error) onRefused(error);
  }, [error, onRefused]);
  const isAgain = data !== undefined && data.overlaps.length > 0;
  return (
    <Dialog open onClose={onCancel} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate("invoices.preview.title")}</DialogTitle>
      <DialogContent aria-busy={!data}>
        {data ? <Preview preview={data} /> : <Skeleton variant="rounded" height={240} />}
      </DialogContent>
      <DialogActions className="wrap">
        {data && <PdfLink pdf={data.pdf} />}
        <Button autoFocus onClick={onCancel}>
          {translate("invoices.preview.cancel")}
        </Button>
        <Button
          variant="contained"
          color={isAgain ? "error" : "primary"}
          disabled={!data}
          onClick={() => onConfirm(isAgain ? { allow_overlap: true } : {})}
        >
          {translate(isAgain ? "invoices.preview.issueAgain" : "invoices.preview.issue")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Preview({ preview: { document, overlaps } }: { readonly preview: InvoicePreview }) {
  const translate = useTranslate();
  const { client } = document;
  return (
    <>
      {overlaps.length > 0 && (
        <Alert severity="warning">
          {translate("invoices.preview.overlaps")}{" "}
          {overlaps.map(({ id, serial }, index) => (
            <Fragment key={id}>
              {index > 0 && ", "}
              <Link component={RouterLink} to={recordPath("invoices", "details", { id }) ?? ""} target="_blank">
                {serial ?? `#${id}`}
              </Link>
            </Fragment>
          ))}
        </Alert>
      )}
      <p>
        <b>{client.company || `${client.firstname} ${client.lastname}`}</b>
        <br />
        <Period document={document} />
      </p>
      <Lines document={document} />
    </>
  );
}

/** The month, or the first and the last day, on the customer's clock. */
function Period({ document: { start, end, zone } }: { readonly document: InvoiceDocument }) {
  const translate = useTranslate();
  const span = { start: new Date(start), end: new Date(end) };
  const month = monthOf(span, zone);
  const period = month ? formatWireDate(month) : `${formatDate(span.start, zone)} – ${formatDate(span.end, zone)}`;
  return zone === browserZone() ? period : `${period} · ${translate("forms.dateTime.zone", { zone })}`;
}

function Lines({ document }: { readonly document: InvoiceDocument }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { fees, zones, net, vat, vatRate, total, currency } = document;
  const money = (cents: number) => formatMoney(cents, locale, currency);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  return (
    <table className="table figures">
      <TableHead
        headings={["description", "calls", "duration", "amount"].map((name) => translate(`invoices.document.${name}`))}
      />
      <tbody>
        {fees.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td />
            <td />
            <td>{money(amount)}</td>
          </tr>
        ))}
        {zones.map(({ zone, detail, calls, seconds, amount }) => (
          <tr key={`${zone} ${detail}`}>
            <th scope="row">{[zone, detail].filter(Boolean).join(", ")}</th>
            <td>{calls.toLocaleString(locale)}</td>
            <td>{formatDuration(Math.round(seconds), locale)}</td>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {translate("invoices.document.net")}
          </th>
          <td>{money(net)}</td>
        </tr>
        {vatRate !== null && (
          <tr>
            <th scope="row" colSpan={3}>
              {translate("invoices.document.vat")} {percent.format(vatRate / 100)}
            </th>
            <td>{money(vat)}</td>
          </tr>
        )}
        <tr>
          <th scope="row" colSpan={3}>
            <b>{translate("invoices.document.total")}</b>
          </th>
          <td>
            <b>{money(total)}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function PdfLink({ pdf }: { readonly pdf: string }) {
  const translate = useTranslate();
  const url = useMemo(() => {
    const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  }, [pdf]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <Button component="a" href={url} download="preview.pdf" className="pull">
      {translate("invoices.preview.pdf")}
    </Button>
  );
}
