import { escapeXml } from "../../values/escapeXml.ts";
import type { InvoiceTemplate, TemplateElement } from "./invoiceSvg.ts";
import { cutTo, type InvoicePage, type PositionedElement } from "./layPages.ts";

/** A page as a drawing, for previews: it has neither scripts nor references. */
export function pageToSvg({ width, height }: InvoiceTemplate, { placed }: InvoicePage): string {
  const body = placed.map((positioned) => {
    const drawn = toText(positioned.element, positioned);
    return positioned.y === 0 ? drawn : `<g transform="translate(0 ${positioned.y})">${drawn}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `font-family="DejaVu Sans Condensed, Arial, sans-serif" xml:space="preserve">${body.join("")}</svg>`
  );
}

function toText(element: TemplateElement, placed: PositionedElement): string {
  if (!placed.isShown(element)) return "";
  const { name, attributes, children } = element;
  const drawn = Object.entries(attributes).filter(([key]) => !key.startsWith("data-"));
  const attributeText = drawn.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join("");
  const inner = children.map((child) =>
    "name" in child ? toText(child, placed) : escapeXml(cutTo(placed.fill(child), element)),
  );
  return `<${name}${attributeText}>${inner.join("")}</${name}>`;
}
