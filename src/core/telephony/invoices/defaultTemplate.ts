import type { Texts } from "../../schema/texts.ts";
import { toPlaceholder } from "../../validation/templateDirectives.ts";
import { escapeXml } from "../../values/escapeXml.ts";

/** Columns of both tables: where they start or, for numbers, end. */
const columns = { first: 56, calls: 360, duration: 440, last: 539 } as const;
const callColumns = { time: 56, from: 160, to: 255, zone: 350, duration: 480, cost: 539 } as const;

/** The template that new ones start with, in the language of the texts (`invoices.document`). */
export function defaultTemplate(texts: Texts): string {
  const word = (key: string) => texts(`invoices.document.${key}`);
  const of = toPlaceholder;
  const page = texts("invoices.document.page", { number: of("page.number"), count: of("page.count") });
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 595 842" font-size="9">
  <g class="first">
    ${line(56, 70, of("rescontact.company"), 'font-size="14" font-weight="bold"')}
    ${line(56, 88, `${of("rescontact.street")}, ${of("rescontact.postcode")} ${of("rescontact.city")}`)}
    ${line(56, 140, of("custcontact.company"), 'font-size="11"')}
    ${line(56, 155, `${of("custcontact.firstname")} ${of("custcontact.lastname")}`, 'font-size="11"')}
    ${line(56, 170, of("custcontact.street"), 'font-size="11"')}
    ${line(56, 185, `${of("custcontact.postcode")} ${of("custcontact.city")}`, 'font-size="11"')}
    ${line(56, 240, word("invoice"), 'data-when="invoice" font-size="18" font-weight="bold"')}
    ${line(56, 240, word("creditNote"), 'data-when="credit" font-size="18" font-weight="bold"')}
    ${pair(140, word("number"), of("invoice.serial"))}
    ${pair(155, word("date"), of("invoice.date"))}
    ${pair(170, word("period"), `${of("invoice.period_start")} – ${of("invoice.period_end")}`)}
    ${pair(185, word("customerNumber"), of("customer.id"))}
    ${pair(200, word("cancels"), of("invoice.cancels"), "credit")}
  </g>
  <g class="flow" data-top="265" data-next-top="60" data-bottom="770">
    <g data-height="20" data-heading="true">
      ${line(columns.first, 12, word("description"), 'font-weight="bold"')}
      ${end(columns.calls, 12, word("calls"), 'font-weight="bold"')}
      ${end(columns.duration, 12, word("duration"), 'font-weight="bold"')}
      ${end(columns.last, 12, word("amount"), 'font-weight="bold"')}
      <line x1="56" y1="17" x2="539" y2="17" stroke="#999999" stroke-width="0.5"/>
    </g>
    <g data-each="fees" data-height="14">
      ${line(columns.first, 10, of("fee.name"))}
      ${end(columns.last, 10, of("fee.amount"))}
    </g>
    <g data-each="zones" data-height="14">
      ${line(columns.first, 10, `${of("zone.zone")} ${of("zone.zone_detail")}`, 'data-max-chars="52"')}
      ${end(columns.calls, 10, of("zone.number"))}
      ${end(columns.duration, 10, of("zone.duration"))}
      ${end(columns.last, 10, of("zone.customercost"))}
    </g>
    <g data-height="64">
      <line x1="360" y1="6" x2="539" y2="6" stroke="#999999" stroke-width="0.5"/>
      ${line(360, 20, word("net"))}
      ${end(columns.last, 20, of("invoice.amount_net"))}
      <g data-when="vat">
        ${line(360, 34, `${word("vat")} ${of("customer.vat_rate")}`)}
        ${end(columns.last, 34, of("invoice.amount_vat"))}
      </g>
      ${line(360, 50, word("total"), 'font-weight="bold" font-size="11"')}
      ${end(columns.last, 50, of("invoice.amount_total"), 'font-weight="bold" font-size="11"')}
    </g>
    <g data-height="38" data-heading="true" data-when="calls">
      ${line(56, 14, word("callList"), 'font-weight="bold" font-size="11"')}
      ${line(callColumns.time, 30, word("time"), 'font-weight="bold"')}
      ${line(callColumns.from, 30, word("from"), 'font-weight="bold"')}
      ${line(callColumns.to, 30, word("to"), 'font-weight="bold"')}
      ${line(callColumns.zone, 30, word("zone"), 'font-weight="bold"')}
      ${end(callColumns.duration, 30, word("duration"), 'font-weight="bold"')}
      ${end(callColumns.cost, 30, word("cost"), 'font-weight="bold"')}
      <line x1="56" y1="34" x2="539" y2="34" stroke="#999999" stroke-width="0.5"/>
    </g>
    <g data-each="calls" data-height="12" font-size="8">
      ${line(callColumns.time, 9, of("call.start_time"))}
      ${line(callColumns.from, 9, of("call.source_cli"), 'data-max-chars="20"')}
      ${line(callColumns.to, 9, of("call.destination_user_in"), 'data-max-chars="20"')}
      ${line(callColumns.zone, 9, `${of("call.zone")} ${of("call.zone_detail")}`, 'data-max-chars="22"')}
      ${end(callColumns.duration, 9, of("call.duration"))}
      ${end(callColumns.cost, 9, of("call.cost"))}
    </g>
  </g>
  <g class="footer" font-size="8" fill="#555555">
    ${line(56, 805, `${of("rescontact.company")}  ${of("rescontact.vatnum")}  ${of("rescontact.iban")}`)}
    ${end(539, 805, page)}
  </g>
</svg>
`;
}

function line(x: number, y: number, text: string, attributes = ""): string {
  return `<text x="${x}" y="${y}"${attributes && ` ${attributes}`}>${escapeXml(text)}</text>`;
}

function end(x: number, y: number, text: string, attributes = ""): string {
  return line(x, y, text, `text-anchor="end"${attributes && ` ${attributes}`}`);
}

/** A fact with its name, at the right of the page. */
function pair(y: number, name: string, value: string, when?: string): string {
  const condition = when && `data-when="${when}"`;
  return `${line(330, y, name, condition)}\n    ${end(539, y, value, condition)}`;
}
