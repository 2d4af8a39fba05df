import { fillIn, type TranslatedText } from "../deviceTemplates/templateEngine.ts";
import type { InvoiceCall, InvoiceDocument } from "./invoiceDocument.ts";
import type { FlowBlock, InvoiceTemplate, TemplateElement } from "./invoiceSvg.ts";
import { InvoiceValues, type ValueTexts } from "./invoiceValues.ts";
import type { InvoiceCondition, InvoiceList } from "./placeholders.ts";

/** An element to draw, moved down, with the texts of its placeholders. */
export interface PositionedElement {
  readonly element: TemplateElement;
  readonly y: number;
  readonly fill: (text: TranslatedText) => string;
  readonly isShown: (element: TemplateElement) => boolean;
}

export interface InvoicePage {
  readonly number: number;
  readonly count: number;
  readonly placed: readonly PositionedElement[];
}

/** The calls of a document in batches, from the first one whenever it is called. */
export type ReadCalls = () => AsyncIterable<readonly InvoiceCall[]> | Iterable<readonly InvoiceCall[]>;

/** A block at its place; `row`: which entry of its list. */
interface Placement {
  readonly page: number;
  readonly y: number;
  readonly block: FlowBlock;
  readonly isRow: boolean;
}

/**
 * The pages of a document, one after the other: only the current one is held. The length of the lists bounds their
 * number, as nothing in a template repeats otherwise.
 */
export async function* layPages(
  template: InvoiceTemplate,
  document: InvoiceDocument,
  readCalls: ReadCalls,
): AsyncGenerator<InvoicePage> {
  const values = new InvoiceValues(document);
  const conditions = values.conditions();
  const base = values.ofDocument();
  const count = countPages(template, document, conditions);
  const isShown = ({ when }: TemplateElement) => when === null || conditions.has(when);
  const filler = (...texts: readonly ValueTexts[]) => {
    const all = Object.assign({}, ...texts) as ValueTexts;
    return (text: TranslatedText) => fillIn(text, all);
  };

  let number = 1;
  let pageFill = filler(values.ofPage(number, count), base);
  let placed: PositionedElement[] = [];
  const finish = (): InvoicePage => {
    const around = [...(number === 1 ? template.first : []), ...template.every].map(
      (element): PositionedElement => ({ element, y: 0, fill: pageFill, isShown }),
    );
    return { number, count, placed: [...around, ...placed].filter(({ element }) => isShown(element)) };
  };
  let rows: { readonly block: FlowBlock; readonly entries: AsyncIterator<ValueTexts> } | undefined;
  for (const { page, y, block, isRow } of placements(template, document, conditions)) {
    while (number < page) {
      yield finish();
      number++;
      pageFill = filler(values.ofPage(number, count), base);
      placed = [];
    }
    let fill = pageFill;
    if (isRow && block.each) {
      if (rows?.block !== block) rows = { block, entries: readEntries(block.each, values, readCalls) };
      const { value } = await rows.entries.next();
      fill = filler(value ?? {}, values.ofPage(number, count), base);
    }
    placed.push({ element: block.element, y, fill, isShown });
  }
  yield finish();
}

export function countPages(
  template: InvoiceTemplate,
  document: InvoiceDocument,
  conditions = new InvoiceValues(document).conditions(),
): number {
  let last = 1;
  for (const { page } of placements(template, document, conditions)) last = page;
  return last;
}

/** Places every block and row. Headings stay with the row below them, and are repeated above rows on a new page. */
function* placements(
  { flow }: InvoiceTemplate,
  document: InvoiceDocument,
  conditions: ReadonlySet<InvoiceCondition>,
): Generator<Placement> {
  const blocks = flow.blocks.filter(({ element: { when } }) => when === null || conditions.has(when));
  let [page, y] = [1, flow.top];
  const turn = () => {
    page++;
    y = flow.nextTop;
  };
  let heading: FlowBlock | undefined;
  for (const [index, block] of blocks.entries()) {
    if (!block.each) {
      const next = block.isHeading ? blocks[index + 1] : undefined;
      if (y + block.height + (next?.height ?? 0) > flow.bottom) turn();
      yield { page, y, block, isRow: false };
      y += block.height;
      heading = block.isHeading ? block : undefined;
      continue;
    }
    for (let row = 0; row < lengthOf(block.each, document); row++) {
      if (y + block.height > flow.bottom) {
        turn();
        if (heading) {
          yield { page, y, block: heading, isRow: false };
          y += heading.height;
        }
      }
      yield { page, y, block, isRow: true };
      y += block.height;
    }
  }
}

function lengthOf(list: InvoiceList, { fees, zones, calls }: InvoiceDocument): number {
  return list === "calls" ? calls : (list === "fees" ? fees : zones).length;
}

async function* readEntries(
  list: InvoiceList,
  values: InvoiceValues,
  readCalls: ReadCalls,
): AsyncGenerator<ValueTexts> {
  const { fees, zones } = values.document;
  if (list === "fees") for (const fee of fees) yield values.ofFee(fee);
  if (list === "zones") for (const zone of zones) yield values.ofZone(zone);
  if (list === "calls") for await (const calls of readCalls()) for (const call of calls) yield values.ofCall(call);
}

/** A text cut to the number of characters that its element allows. */
export function cutTo(text: string, { attributes }: TemplateElement): string {
  const most = Number(attributes["data-max-chars"] ?? Number.POSITIVE_INFINITY);
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, Math.max(0, most - 1)).join("")}…` : text;
}
