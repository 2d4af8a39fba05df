import Check from "@mui/icons-material/Check";
import Close from "@mui/icons-material/Close";
import Remove from "@mui/icons-material/Remove";
import Button from "@mui/material/Button";
import { memo, type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { ruleIdOf, shortRule } from "../../../core/rulebook/caseIds.ts";
import { type CaseOptions, modeOf, validValuesOf } from "../../../core/rulebook/cases.ts";
import { type RuleRun, runColumns } from "../../../core/rulebook/ruleTable.ts";
import type { Json, ResourceDescriptor, RuleEntry } from "../../../core/schema/descriptor.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import { toButtonText } from "./book.ts";
import styles from "./rulebook.module.css";
import type { RuleTexts } from "./useRuleTexts.ts";

/** This browser does not know which records exist. */
export const placeholders: CaseOptions = { seed: "example", idOf: () => 1 };

/** Rules shown at a time: the preferences of a subscriber have hundreds. */
const STEP = 200;

interface RuleTableProps {
  readonly descriptor: ResourceDescriptor;
  readonly rules: readonly RuleEntry[];
  readonly texts: RuleTexts;
  /** Results of verify, in columns of their own. */
  readonly run: RuleRun | undefined;
  /** Not of preferences. */
  readonly isForm: boolean;
  /** Absent: there is nowhere to try values. */
  readonly onTry: ((pointer: string, value: Json) => void) | undefined;
}

/** The rules by field: values that keep and break each, its message, and what the last run says of it. */
export const RuleTable = memo(function RuleTable(props: RuleTableProps): ReactNode {
  const { rules, texts, run } = props;
  const translate = useTranslate();
  const [limit, setLimit] = useState(STEP);
  const rolesOf = ([first]: readonly RuleEntry[]) => (first ? texts.roles(first) : "");
  const columns = ["rule", "valid", "invalid", "message", ...(run ? runColumns : [])] as const;
  return (
    <>
      <table className={`table cards anywhere ${styles.table}`} aria-label={translate("pages.names.rulebook")}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {translate(`rulebook.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {[...groupBy(rules.slice(0, limit), ({ pointer }) => pointer)].map(([pointer, ofField]) => (
          <tbody key={pointer}>
            <tr>
              <th colSpan={columns.length} scope="rowgroup">
                <span className="strong">{texts.label(pointer)}</span>{" "}
                <code className="quiet normal text-13">{pointer}</code>{" "}
                <span className="quiet normal text-13">
                  {translate("rulebook.list.roles", { roles: rolesOf(ofField) })}
                </span>
              </th>
            </tr>
            {ofField.map((rule) => (
              <RuleRow key={`${rule.key} ${JSON.stringify(rule.when)}`} {...props} rule={rule} />
            ))}
          </tbody>
        ))}
      </table>
      {rules.length > limit && (
        <Button onClick={() => setLimit(limit + STEP)}>
          {translate("rulebook.table.more", { count: Math.min(STEP, rules.length - limit) })}
        </Button>
      )}
    </>
  );
});

function RuleRow({
  rule,
  descriptor,
  texts,
  run,
  isForm,
  onTry,
}: RuleTableProps & { readonly rule: RuleEntry }): ReactNode {
  const translate = useTranslate();
  const condition = texts.condition(rule);
  // Preferences are always changed, and checked by the platform: that says nothing of one rule.
  const notes = [
    condition && translate("rulebook.list.when", { condition }),
    isForm && modeOf(rule) === "update" && translate("rulebook.list.update"),
    isForm && rule.side === "server" && translate("rulebook.list.server"),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  const examples = (values: readonly Json[], isGood: boolean) => (
    <td data-label={translate(isGood ? "rulebook.table.valid" : "rulebook.table.invalid")}>
      <div className="row gap-4">
        {values.map((value) => (
          <Example
            key={JSON.stringify(value)}
            value={value}
            isGood={isGood}
            onTry={onTry && (() => onTry(rule.pointer, value))}
          />
        ))}
      </div>
    </td>
  );
  const verdicts = run?.[ruleIdOf(rule)];
  return (
    <tr>
      <td>
        <code>{shortRule(rule)}</code>
        {notes.map((note) => (
          <div key={note} className="quiet text-13">
            {note}
          </div>
        ))}
      </td>
      {examples(validValuesOf(rule, descriptor, placeholders), true)}
      {examples(rule.invalid, false)}
      <td data-label={translate("rulebook.table.message")}>{texts.message(rule)}</td>
      {run &&
        runColumns.map((column) => (
          <td key={column} data-label={translate(`rulebook.table.${column}`)}>
            <RunResult text={verdicts?.[column]} />
          </td>
        ))}
    </tr>
  );
}

const results = {
  proved: { Icon: Check, look: "success" },
  refuted: { Icon: Close, look: "danger" },
  "not tried": { Icon: Remove, look: "quiet" },
  "ours alone": { Icon: Remove, look: "quiet" },
} as const;

/** The verdict of a run on a rule, with its reason: `refuted: accepted`. */
export function RunResult({ text = "not tried" }: { readonly text: string | undefined }): ReactNode {
  const translate = useTranslate();
  const { result, why } = readResult(text);
  const { Icon, look } = results[result];
  return (
    <>
      <span className={`inline middle gap-4 ${look}`}>
        <Icon aria-hidden fontSize="inherit" />
        {translate(`rulebook.results.${result.replace(" ", "_")}`)}
      </span>
      {why && <div className="quiet text-13">{why}</div>}
    </>
  );
}

function readResult(text: string) {
  const names = Object.keys(results) as (keyof typeof results)[];
  const result = names.find((name) => text.startsWith(name)) ?? "not tried";
  return { result, why: text.slice(result.length + 2) };
}

interface ExampleProps {
  readonly value: Json;
  readonly isGood: boolean;
  readonly onTry: (() => void) | undefined;
}

/** An example value; clicking it tries it. */
function Example({ value, isGood, onTry }: ExampleProps): ReactNode {
  const translate = useTranslate();
  const label = toButtonText(value);
  const Icon = isGood ? Check : Close;
  const look = `inline middle gap-4 fit text-13 round-6 ${isGood ? "success" : "danger"}`;
  const content = (
    <>
      <Icon aria-hidden fontSize="inherit" />
      <code className="clip">{label}</code>
    </>
  );
  if (!onTry) return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      className={`${look} ${styles.example}`}
      aria-label={translate(isGood ? "rulebook.try.accepted" : "rulebook.try.refused", { value: label })}
      onClick={onTry}
    >
      {content}
    </button>
  );
}
