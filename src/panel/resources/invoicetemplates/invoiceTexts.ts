import { type Messages, type Texts, textsFrom } from "../../../core/schema/texts.ts";

const files = import.meta.glob<Messages>("../../../../i18n/*/invoices.json", { import: "default" });

/** Texts of invoices in the language of a template, which may not be the panel's. */
export async function loadInvoiceTexts(language: string): Promise<Texts> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/${language}/invoices.json`))?.[1];
  if (!load) throw new Error(`no texts of invoices in ${language}`);
  return textsFrom({ invoices: await load() }, language);
}
