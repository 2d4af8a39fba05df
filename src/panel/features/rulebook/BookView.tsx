import Download from "@mui/icons-material/Download";
import Search from "@mui/icons-material/Search";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { BusinessEntry } from "../../../core/rulebook/businessBook.ts";
import { ruleIdOf } from "../../../core/rulebook/caseIds.ts";
import type { CaseFormat, CaseTexts } from "../../../core/rulebook/caseRows.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { type RuleRun, runColumns, tableRow } from "../../../core/rulebook/ruleTable.ts";
import { hasWords } from "../../../core/rulebook/search.ts";
import type { Json, RuleEntry } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { toCsvFile } from "../../../core/values/csv.ts";
import { saveFile } from "../../providers/files.ts";
import { type Book, isTextual, loadBook, toTypedText } from "./book.ts";
import { placeholders, RuleTable } from "./RuleTable.tsx";
import styles from "./rulebook.module.css";
import { TryValue, type TypedValue } from "./TryValue.tsx";
import { type RuleTexts, useRuleTexts, withGaps } from "./useRuleTexts.ts";

interface BookViewProps {
  /** The name of a resource, or of preferences. */
  readonly resource: string;
  readonly form: string;
  /** Words to filter the rules by. */
  readonly query: string;
  readonly run: RuleRun | undefined;
  /** Pointer of the field to try values on. */
  readonly field: string | null;
  readonly onField: (pointer: string) => void;
  /** Searches the words in all forms. */
  readonly onAll: () => void;
}

/** The rules of one form, next to a place to try values; those of preferences only the platform can try. */
export function BookView({ resource, form, query, run, field, onField, onAll }: BookViewProps): ReactNode {
  const book = use(loadBook(resource, useLocale()));
  const translate = useTranslate();
  const texts = useRuleTexts(book);
  const isForm = book.labels === undefined;
  // Results take three columns more, which leave no room beside the table.
  const isTrying = isForm && run === undefined;
  const { rules } = book;
  const pointer = rules.find((rule) => rule.pointer === field)?.pointer ?? rules[0]?.pointer ?? "";
  const [attempt, setAttempt] = useState<Omit<TypedValue, "pointer">>(() => ({
    text: "",
    isJson: !isTextField(rules, pointer),
  }));
  const matches = useMemo(
    () => rules.filter((rule) => matchesQuery(rule, query, texts, run)),
    [rules, query, texts, run],
  );

  const onTry = useCallback(
    (triedPointer: string, value: Json) => {
      const isJson = typeof value !== "string" || !isTextField(rules, triedPointer);
      setAttempt({ text: toTypedText(value, isJson), isJson });
      onField(triedPointer);
      // Clicking an example far down the list scrolls to its result.
      document.getElementById("rb-value")?.focus();
    },
    [rules, onField],
  );
  const onAttempt = ({ pointer: triedPointer, ...typedText }: TypedValue) => {
    setAttempt(triedPointer === pointer ? typedText : { ...typedText, isJson: !isTextField(rules, triedPointer) });
    if (triedPointer !== pointer) onField(triedPointer);
  };

  return (
    <div className={`stack gap-16 across-24 top ${isTrying ? styles.columns : ""}`}>
      {isTrying && (
        <div className={`scroll ${styles.side}`}>
          <TryValue book={book} texts={texts} attempt={{ pointer, ...attempt }} onAttempt={onAttempt} />
        </div>
      )}
      <div>
        <Typography role="status" color="textSecondary" className="below-8">
          {translate("rulebook.found", { smart_count: matches.length })}
        </Typography>
        {query.trim() !== "" && (
          <Button size="small" startIcon={<Search />} onClick={onAll} className="outdent below-8">
            {translate("rulebook.all.search")}
          </Button>
        )}
        {matches.length === 0 ? (
          <Typography>{translate("rulebook.nothing")}</Typography>
        ) : (
          <>
            <Downloads book={book} rules={matches} texts={{ form, ...texts }} run={run} />
            <RuleTable
              descriptor={book.module.descriptor}
              rules={matches}
              texts={texts}
              run={run}
              isForm={isForm}
              onTry={isTrying ? onTry : undefined}
            />
          </>
        )}
        {query.trim() === "" && <BusinessRules rules={book.business} texts={texts} />}
      </div>
    </div>
  );
}

function isTextField(rules: readonly RuleEntry[], pointer: string): boolean {
  return isTextual(rules.filter((rule) => rule.pointer === pointer));
}

/** Every word must occur in the field's name or path, the rule, its parameters, its message, or what the run says of it. */
function matchesQuery(rule: RuleEntry, query: string, texts: RuleTexts, run: RuleRun | undefined): boolean {
  if (query.trim() === "") return true;
  return hasWords(query, [
    texts.label(rule.pointer),
    rule.pointer,
    rule.rule,
    rule.key,
    boundOf(rule),
    texts.message(rule),
    ...Object.values(run?.[ruleIdOf(rule)] ?? {}),
  ]);
}

const downloads = [
  ["csv", "CSV"],
  ["xray", "Xray"],
  ["testrail", "TestRail"],
] as const satisfies readonly (readonly [CaseFormat, string])[];

interface DownloadsProps {
  readonly book: Book;
  readonly rules: readonly RuleEntry[];
  readonly texts: CaseTexts;
  readonly run: RuleRun | undefined;
}

/** The listed rules as they are shown, and their cases to import into test management. */
function Downloads({ book, rules, texts, run }: DownloadsProps): ReactNode {
  const translate = useTranslate();
  const { descriptor } = book.module;
  const save = (text: string, name: string) =>
    saveFile(new File([text], `rules-${descriptor.name}${name}.csv`, { type: "text/csv" }));
  const onCases = async (format: CaseFormat) => {
    const { caseRows, toCaseFile } = await import("../../../core/rulebook/caseRows.ts");
    save(toCaseFile(caseRows(descriptor, rules, texts, placeholders), format), `-${format}`);
  };
  const onTable = () => {
    const titles = ["rule", "valid", "invalid", "message", ...(run ? runColumns : [])].map((column) =>
      translate(`rulebook.table.${column}`),
    );
    const rows = rules.map((rule) => tableRow(rule, descriptor, texts, placeholders, run));
    save(toCsvFile([translate("rulebook.form"), translate("rulebook.try.field"), ...titles], rows), "");
  };
  return (
    <div className="row outdent gap-4 across-8 below-8">
      <Button size="small" startIcon={<Download />} onClick={onTable}>
        {translate("rulebook.table.csv")}
      </Button>
      {downloads.map(([format, name]) => (
        <Button key={format} size="small" startIcon={<Download />} onClick={() => onCases(format)}>
          {translate("rulebook.download", { format: name })}
        </Button>
      ))}
    </div>
  );
}

interface BusinessRulesProps {
  readonly rules: readonly BusinessEntry[];
  readonly texts: RuleTexts;
}

/** Rules that depend on more than one value: each with the state of other records that it needs. */
function BusinessRules({ rules, texts }: BusinessRulesProps): ReactNode {
  const translate = useTranslate();
  if (rules.length === 0) return null;
  return (
    <section className={styles.field} aria-labelledby="rb-business">
      <Typography id="rb-business" variant="h2" className="text-16">
        {translate("rulebook.business.title")}
      </Typography>
      <ul>
        {rules.map(({ rule, pointer }) => (
          <li key={`${rule} ${pointer}`} className="pad-block-4">
            <div>{withGaps(texts.errorText(businessError(pointer, rule)))}</div>
            <div className="row gap-2 across-16 quiet text-13">
              <code>{rule}</code>
              <span>
                {pointer && translate("rulebook.business.at", { field: texts.label(pointer) })}{" "}
                {translate(`rulebook.states.${rule}`)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
