import Check from "@mui/icons-material/Check";
import Close from "@mui/icons-material/Close";
import Download from "@mui/icons-material/Download";
import Search from "@mui/icons-material/Search";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { memo, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useTranslate } from "react-admin";
import type { BusinessEntry } from "../../../core/rulebook/businessBook.ts";
import { shortRule } from "../../../core/rulebook/caseIds.ts";
import type { CaseFormat } from "../../../core/rulebook/caseRows.ts";
import { type CaseOptions, modeOf, validValuesOf } from "../../../core/rulebook/cases.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { hasWords } from "../../../core/rulebook/search.ts";
import type { Json, ResourceDescriptor, RuleEntry } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { nameKey } from "../../navigation/labels.ts";
import { saveFile } from "../../providers/files.ts";
import { isTextual, loadBook, toButtonText, toTypedText } from "./book.ts";
import styles from "./rulebook.module.css";
import { TryValue, type TypedValue } from "./TryValue.tsx";
import { type RuleTexts, useRuleTexts } from "./useRuleTexts.ts";

interface BookViewProps {
  readonly resource: string;
  /** Words to filter the rules by. */
  readonly query: string;
  /** Pointer of the field to try values on. */
  readonly field: string | null;
  readonly onField: (pointer: string) => void;
  /** Searches the words in all forms. */
  readonly onAll: () => void;
}

/** The rules of one form, next to a place to try values. */
export function BookView({ resource, query, field, onField, onAll }: BookViewProps): ReactNode {
  const book = use(loadBook(resource));
  const translate = useTranslate();
  const texts = useRuleTexts(book.module);
  const { rules } = book;
  const pointer = rules.find((rule) => rule.pointer === field)?.pointer ?? rules[0]?.pointer ?? "";
  const [attempt, setAttempt] = useState<Omit<TypedValue, "pointer">>(() => ({
    text: "",
    isJson: !isTextField(rules, pointer),
  }));
  const matches = useMemo(() => rules.filter((rule) => matchesQuery(rule, query, texts)), [rules, query, texts]);

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
    <div className={`stack gap-16 across-24 top ${styles.columns}`}>
      <div className={`scroll ${styles.side}`}>
        <TryValue book={book} texts={texts} attempt={{ pointer, ...attempt }} onAttempt={onAttempt} />
      </div>
      <div>
        <Typography role="status" color="textSecondary" className="below-8">
          {translate("rulebook.found", { smart_count: matches.length })}
        </Typography>
        {query.trim() !== "" && (
          <Button size="small" startIcon={<Search />} onClick={onAll} className="outdent below-8">
            {translate("rulebook.all.search")}
          </Button>
        )}
        {matches.length > 0 && <CaseDownloads descriptor={book.module.descriptor} rules={matches} texts={texts} />}
        {matches.length === 0 && <Typography>{translate("rulebook.nothing")}</Typography>}
        <RuleList descriptor={book.module.descriptor} rules={matches} texts={texts} onTry={onTry} />
        {query.trim() === "" && <BusinessRules rules={book.business} texts={texts} />}
      </div>
    </div>
  );
}

function isTextField(rules: readonly RuleEntry[], pointer: string): boolean {
  return isTextual(rules.filter((rule) => rule.pointer === pointer));
}

/** Every word must occur in the field's name or path, the rule, its parameters, or its message. */
function matchesQuery(rule: RuleEntry, query: string, texts: RuleTexts): boolean {
  if (query.trim() === "") return true;
  return hasWords(query, [
    texts.label(rule.pointer),
    rule.pointer,
    rule.rule,
    rule.key,
    boundOf(rule),
    texts.message(rule),
  ]);
}

const downloads = [
  ["csv", "CSV"],
  ["xray", "Xray"],
  ["testrail", "TestRail"],
] as const satisfies readonly (readonly [CaseFormat, string])[];

/** The cases of the listed rules, to import into test management. */
function CaseDownloads({ descriptor, rules, texts }: Omit<RuleListProps, "onTry">): ReactNode {
  const translate = useTranslate();
  const onDownload = async (format: CaseFormat) => {
    const { caseRows, toCaseFile } = await import("../../../core/rulebook/caseRows.ts");
    const form = translate(nameKey(descriptor.name), { smart_count: 2 });
    const rows = caseRows(descriptor, rules, { form, ...texts }, placeholders);
    saveFile(new File([toCaseFile(rows, format)], `rules-${descriptor.name}-${format}.csv`, { type: "text/csv" }));
  };
  return (
    <div className="row outdent gap-4 across-8 below-8">
      {downloads.map(([format, name]) => (
        <Button key={format} size="small" startIcon={<Download />} onClick={() => onDownload(format)}>
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
      <ul className={styles.rules}>
        {rules.map(({ rule, pointer }) => (
          <li key={`${rule} ${pointer}`}>
            <div>{texts.errorText(businessError(pointer, rule))}</div>
            <div className="row gap-2 across-16 quiet text-13">
              <code>{rule}</code>
              <span>
                {translate("rulebook.business.at", { field: texts.label(pointer) })}{" "}
                {translate(`rulebook.states.${rule}`)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RuleListProps {
  readonly descriptor: ResourceDescriptor;
  readonly rules: readonly RuleEntry[];
  readonly texts: RuleTexts;
  readonly onTry: (pointer: string, value: Json) => void;
}

/** The rules by field, each with its message, condition and examples. */
const RuleList = memo(function RuleList({ descriptor, rules, texts, onTry }: RuleListProps): ReactNode {
  const pointers = [...new Set(rules.map(({ pointer }) => pointer))];
  return pointers.map((pointer) => (
    <section key={pointer} className={styles.field} aria-label={texts.label(pointer)}>
      <Typography variant="h2" className="text-16">
        {texts.label(pointer)} <code className="quiet normal text-13 pad-inline-8">{pointer}</code>
      </Typography>
      <ul className={styles.rules}>
        {rules
          .filter((rule) => rule.pointer === pointer)
          .map((rule) => (
            <RuleItem
              key={`${rule.key} ${JSON.stringify(rule.when)}`}
              rule={rule}
              descriptor={descriptor}
              texts={texts}
              onTry={(value) => onTry(pointer, value)}
            />
          ))}
      </ul>
    </section>
  ));
});

/** This browser does not know which records exist. */
const placeholders: CaseOptions = { seed: "example", idOf: () => 1 };

interface RuleItemProps {
  readonly rule: RuleEntry;
  readonly descriptor: ResourceDescriptor;
  readonly texts: RuleTexts;
  readonly onTry: (value: Json) => void;
}

function RuleItem({ rule, descriptor, texts, onTry }: RuleItemProps): ReactNode {
  const translate = useTranslate();
  const condition = texts.condition(rule);
  const good = validValuesOf(rule, descriptor, placeholders);
  const notes = [
    condition && translate("rulebook.list.when", { condition }),
    modeOf(rule) === "update" && translate("rulebook.list.update"),
    rule.side === "server" && translate("rulebook.list.server"),
  ].filter((note): note is string => typeof note === "string" && note !== "");
  return (
    <li>
      <div>{texts.message(rule)}</div>
      <div className="row gap-2 across-16 quiet text-13">
        <code>{shortRule(rule)}</code>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span>{translate("rulebook.list.roles", { roles: texts.roles(rule) })}</span>
      </div>
      {good.length + rule.invalid.length > 0 && (
        <div className="row above-4">
          {good.map((value) => (
            <ExampleButton key={JSON.stringify(value)} value={value} isGood onTry={onTry} />
          ))}
          {rule.invalid.map((value) => (
            <ExampleButton key={JSON.stringify(value)} value={value} isGood={false} onTry={onTry} />
          ))}
        </div>
      )}
    </li>
  );
}

interface ExampleButtonProps {
  readonly value: Json;
  readonly isGood: boolean;
  readonly onTry: (value: Json) => void;
}

/** An example value; clicking it tries it. */
function ExampleButton({ value, isGood, onTry }: ExampleButtonProps): ReactNode {
  const translate = useTranslate();
  const label = toButtonText(value);
  const Icon = isGood ? Check : Close;
  return (
    <button
      type="button"
      className={`inline middle gap-4 fit text-13 round-6 ${styles.example} ${isGood ? "success" : "danger"}`}
      aria-label={translate(isGood ? "rulebook.try.accepted" : "rulebook.try.refused", { value: label })}
      onClick={() => onTry(value)}
    >
      <Icon aria-hidden fontSize="inherit" />
      <code className="clip">{label}</code>
    </button>
  );
}
