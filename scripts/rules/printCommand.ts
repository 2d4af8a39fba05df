import { businessError } from "../../src/core/businessRules.ts";
import { caseFormats, caseRows, toCaseFile } from "../../src/core/rulebook/caseRows.ts";
import { closest } from "./closest.ts";
import { formTexts, languages, type Translate, translator } from "./formTexts.ts";
import { asCsv, asTable, rowOf } from "./print.ts";
import { bookedResources, businessBook, moduleOf, noRecords, rulesOf } from "./verify/book.ts";

export interface PrintOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  /** Format of the cases, one a row. */
  readonly cases?: string;
  readonly language?: string;
}

/** Prints the rules of one resource, or of all if none is given. Returns the exit code. */
export async function printRules(
  resource: string | undefined,
  { json, csv, cases, language = "en" }: PrintOptions,
): Promise<number> {
  const known = bookedResources();
  if (resource !== undefined && !known.includes(resource)) {
    console.error(`no form of ${resource}${closest(resource, known)}; there are ${known.join(", ")}`);
    return 2;
  }
  if (!languages().includes(language)) {
    console.error(`no language ${language}; there are ${languages().join(", ")}`);
    return 2;
  }
  const names = resource === undefined ? known : [resource];
  if (cases !== undefined) return printCases(names, cases, language);
  const wanted = json || csv ? [language, ...languages().filter((one) => one !== language)] : [language];
  const rows = [];
  for (const name of names) {
    for (const rule of rulesOf(name)) rows.push(rowOf(rule, moduleOf(name).descriptor, wanted));
  }
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (csv) process.stdout.write(asCsv(rows));
  else {
    for (const name of names) {
      const own = rows.filter((row) => row.resource === name);
      const states = businessLines(name, translator(language));
      console.log(
        `${resource === undefined ? `${name}\n` : ""}${asTable(own, language)}\n\n${own.length} rules of ${name}\n${states}`,
      );
    }
  }
  return 0;
}

/** Prints every case as a row, for a spreadsheet or an importer. */
function printCases(names: readonly string[], format: string, language: string): number {
  const known = caseFormats.find((one) => one === format);
  if (!known) {
    console.error(`no format ${format}${closest(format, caseFormats)}; there are ${caseFormats.join(", ")}`);
    return 2;
  }
  const rows = names.flatMap((name) =>
    caseRows(moduleOf(name).descriptor, rulesOf(name), formTexts(name, language), noRecords),
  );
  process.stdout.write(toCaseFile(rows, known));
  return 0;
}

/** Lists the rules that depend on other records: the state and the message. */
function businessLines(resource: string, translate: Translate): string {
  const own = businessBook(resource);
  if (own.length === 0) return "";
  const lines = own.map((entry) => {
    const { pointer, rule } = entry;
    const texts = [translate(`rulebook.states.${rule}`), translate(businessError(pointer, rule).key)];
    return [pointer, rule, ...texts].join("  ");
  });
  return `\n${translate("rulebook.business.title")}\n${lines.join("\n")}\n`;
}
