import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { type ReactNode, use, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import { ruleIdOf } from "../../../core/rulebook/caseIds.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { paramsOf } from "../../../core/rulebook/ruleParams.ts";
import type { RuleRun } from "../../../core/rulebook/ruleTable.ts";
import { hasWords, searchedForm, toNestedField } from "../../../core/rulebook/search.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { addResourceTexts } from "../../providers/i18nProvider.ts";
import { ownerOfPreferences } from "../../providers/summaries.ts";
import { errorMessage } from "../../views/form/errorMessages.ts";
import { type Book, loadBook } from "./book.ts";
import { RunResult } from "./RuleTable.tsx";
import styles from "./rulebook.module.css";
import { labelAt, withGaps } from "./useRuleTexts.ts";

interface FormName {
  readonly name: string;
  readonly label: string;
}

interface AllFormsProps {
  readonly forms: readonly FormName[];
  /** Words to filter the rules by. */
  readonly query: string;
  readonly run: RuleRun | undefined;
}

/** Rules listed per form until it is expanded. */
const MAX_LISTED_RULES = 6;

/** The rules of all forms that contain these words, each linked to its form. */
export function AllForms({ forms, query, run }: AllFormsProps): ReactNode {
  const books = use(
    loadBooks(
      forms.map(({ name }) => name),
      useLocale(),
    ),
  );
  const all = useFoundForms(books, run);
  const translate = useTranslate();
  const matches = useMemo(
    () =>
      all.flatMap((form) => {
        const rules = form.rules.filter(({ words }) => hasWords(query, words));
        return rules.length > 0 ? [{ ...form, rules }] : [];
      }),
    [all, query],
  );
  const count = matches.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <>
      <Typography role="status" color="textSecondary" className="below-8">
        {count === 0
          ? translate("rulebook.nothing")
          : [
              translate("rulebook.found", { smart_count: count }),
              translate("rulebook.all.forms", { smart_count: matches.length }),
            ].join(" ")}
      </Typography>
      {forms.map(({ name, label }) => {
        const form = matches.find(({ resource }) => resource === name);
        return form && <Form key={name} form={form} label={label} query={query} />;
      })}
    </>
  );
}

interface FormProps {
  readonly form: FoundForm;
  readonly label: string;
  readonly query: string;
}

function Form({ form, label, query }: FormProps): ReactNode {
  const translate = useTranslate();
  const { resource, rules } = form;
  const to = (field?: string) => ({
    search: `?${new URLSearchParams({ resource, q: query, ...(field === undefined ? {} : { field }) })}`,
  });
  return (
    <section className={styles.field} aria-label={label}>
      <Typography variant="h2" className="text-16">
        <Link component={RouterLink} to={to()}>
          {label}
        </Link>
      </Typography>
      <ul>
        {rules.slice(0, MAX_LISTED_RULES).map(({ pointer, label: field, rule, message, verdict }) => (
          <li key={`${pointer} ${rule} ${message}`} className="pad-block-4">
            <div>
              <Link component={RouterLink} to={to(pointer)}>
                {field}
              </Link>
              {": "}
              {message}
            </div>
            <div className="row gap-2 across-16 quiet text-13">
              <code>{rule}</code>
              <code>{pointer}</code>
              {verdict && <RunResult text={verdict} />}
            </div>
          </li>
        ))}
      </ul>
      {rules.length > MAX_LISTED_RULES && (
        <Link component={RouterLink} to={to()} variant="body2">
          {translate("rulebook.all.more", { count: rules.length })}
        </Link>
      )}
    </section>
  );
}

const loading = new Map<string, Promise<readonly Book[]>>();

/** Rules and texts of these forms. A stable promise; a failed load can be retried. */
function loadBooks(names: readonly string[], locale: string): Promise<readonly Book[]> {
  const key = [locale, ...names].join();
  const cached = loading.get(key);
  if (cached) return cached;
  // All texts at once, and first: each load of texts renders the page again.
  const books = addResourceTexts(...names.map((name) => ownerOfPreferences(name) ?? name))
    .then(() => Promise.all(names.map((name) => loadBook(name, locale))))
    .then((all) => all.filter(({ rules }) => rules.length > 0));
  books.catch(() => loading.delete(key));
  loading.set(key, books);
  return books;
}

/** A rule as a line of the results. */
interface FoundRule {
  readonly pointer: string;
  readonly label: string;
  readonly rule: string;
  readonly message: string;
  /** That of the run. */
  readonly verdict: string | undefined;
  /** The searched text. */
  readonly words: readonly string[];
}

interface FoundForm {
  readonly resource: string;
  readonly rules: readonly FoundRule[];
}

/** The search index, in the user's language. */
function useFoundForms(books: readonly Book[], run: RuleRun | undefined): readonly FoundForm[] {
  const translate = useTranslate();
  const locale = useLocale();
  const policy = usePasswordRules();
  return useMemo(
    () =>
      books.map(({ module: { descriptor }, rules: all, business, labels }) => {
        const { resource, fields } = searchedForm(descriptor, all);
        const labelOf = labels && ((name: string) => labels.get(name) ?? name);
        const fieldRules = fields.flatMap((field) => {
          const { pointer } = field;
          const label = labelAt(translate, resource, pointer, labels);
          const context = { translate, locale, resource, fields: [toNestedField(field)], labelOf };
          return field.rules.map(({ rule, key, params }) => {
            const error = { pointer, rule, key, params: paramsOf({ key, params }, field, policy) };
            const message = withGaps(errorMessage(error, context));
            const bound = boundOf({ rule, params });
            const verdict = run?.[ruleIdOf({ resource, pointer, rule, key, params })]?.verdict;
            const words = [label, pointer, rule, key, bound, message, verdict ?? ""];
            return { pointer, label, rule, message, verdict, words };
          });
        });
        const across = business.map(({ rule, pointer }) => {
          const label = labelAt(translate, resource, pointer, labels);
          const error = businessError(pointer, rule);
          const message = withGaps(errorMessage(error, { translate, locale, resource, fields: [] }));
          return { pointer, label, rule, message, verdict: undefined, words: [label, pointer, rule, message] };
        });
        return { resource, rules: [...fieldRules, ...across] };
      }),
    [books, run, translate, locale, policy],
  );
}
