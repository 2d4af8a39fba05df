import type { ResourceDescriptor, RuleEntry } from "../schema/descriptor.ts";
import { fieldAtPointer } from "../validation/errors.ts";
import { toCsvFile } from "../values/csv.ts";
import { ruleIdOf, shortRule } from "./caseIds.ts";
import { type CaseOptions, casesOf, expectedErrorOf } from "./cases.ts";
import { boundOf } from "./describe.ts";
import { paramsOf } from "./ruleParams.ts";

/** A case as test management imports it: one row each. */
export interface CaseRow {
  readonly id: string;
  readonly ruleId: string;
  readonly requirements: readonly string[];
  readonly resource: string;
  readonly form: string;
  readonly pointer: string;
  readonly label: string;
  readonly rule: string;
  readonly bound: string;
  readonly mode: "create" | "update";
  readonly condition: string;
  readonly expects: "accepted" | "refused";
  /** The value as JSON; empty: none. */
  readonly value: string;
  /** The error message for a refused value. */
  readonly message: string;
}

/** A form's texts in one language. */
export interface CaseTexts {
  readonly form: string;
  readonly label: (pointer: string) => string;
  readonly message: (rule: RuleEntry) => string;
  readonly condition: (rule: RuleEntry) => string;
}

export function caseRows(
  descriptor: ResourceDescriptor,
  rules: readonly RuleEntry[],
  texts: CaseTexts,
  options: CaseOptions,
): CaseRow[] {
  return rules.flatMap((rule) => {
    const params = paramsOf(rule, fieldAtPointer(descriptor.fields, rule.pointer));
    const shared = {
      ruleId: ruleIdOf(rule),
      requirements: rule.requirements ?? [],
      resource: rule.resource,
      form: texts.form,
      pointer: rule.pointer,
      label: texts.label(rule.pointer),
      rule: shortRule(rule),
      bound: boundOf({ ...rule, params }),
      condition: texts.condition(rule),
    };
    return casesOf(rule, descriptor, options).map(({ id, mode, expects, value }) => ({
      ...shared,
      id,
      mode,
      expects,
      value: value === undefined ? "" : JSON.stringify(value),
      message: expects === "refused" ? texts.message(expectedErrorOf({ rule, value })) : "",
    }));
  });
}

type Columns = readonly (readonly [title: string, text: (row: CaseRow) => string])[];

const requirementsIn = ({ requirements }: CaseRow) => requirements.join(",");
const summaryOf = ({ form, label, rule, bound, expects, id }: CaseRow) =>
  `${form}, ${label}: ${rule}${bound === "" ? "" : ` ${bound.slice(0, 60)}`} ${expects} (${id})`;
const stepOf = ({ form, label, mode, condition }: CaseRow) =>
  `${mode === "create" ? "Open the create form of" : "Edit a record of"} ${form}${condition === "" ? "" : `, so that ${condition}`}. Enter the value in ${label} and leave the field.`;
const resultOf = ({ expects, message }: CaseRow) =>
  expects === "accepted" ? "No message; the value is accepted." : `Refused: ${message}`;

/** Both importers map columns by their titles; both find a case again by its id. */
const columnsOf = {
  csv: [
    ["id", ({ id }) => id],
    ["rule id", ({ ruleId }) => ruleId],
    ["requirements", requirementsIn],
    ["resource", ({ resource }) => resource],
    ["form", ({ form }) => form],
    ["pointer", ({ pointer }) => pointer],
    ["label", ({ label }) => label],
    ["rule", ({ rule }) => rule],
    ["bound", ({ bound }) => bound],
    ["mode", ({ mode }) => mode],
    ["condition", ({ condition }) => condition],
    ["expected", ({ expects }) => expects],
    ["value", ({ value }) => value],
    ["message", ({ message }) => message],
  ],
  xray: [
    ["Test ID", ({ id }) => id],
    ["Test Type", () => "Manual"],
    ["Summary", summaryOf],
    ["Requirements", requirementsIn],
    ["Labels", ({ resource }) => resource],
    ["Action", stepOf],
    ["Data", ({ value }) => value],
    ["Expected Result", resultOf],
  ],
  testrail: [
    ["Automation ID", ({ id }) => id],
    ["Section", ({ form }) => form],
    ["Title", summaryOf],
    ["Type", () => "Functional"],
    ["References", requirementsIn],
    ["Steps", stepOf],
    ["Test Data", ({ value }) => value],
    ["Expected Result", resultOf],
  ],
} satisfies Readonly<Record<string, Columns>>;

export type CaseFormat = keyof typeof columnsOf;
export const caseFormats = Object.keys(columnsOf) as CaseFormat[];

/** The cases as a CSV file, for spreadsheets or for the importers of Xray and TestRail. */
export function toCaseFile(rows: readonly CaseRow[], format: CaseFormat): string {
  const columns: Columns = columnsOf[format];
  const lines = rows.map((row) => columns.map(([, text]) => text(row)));
  return toCsvFile(
    columns.map(([title]) => title),
    lines,
  );
}
