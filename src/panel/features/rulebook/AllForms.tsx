import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { type ReactNode, use, useMemo } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { BusinessEntry } from "../../../core/rulebook/businessBook.ts";
import { boundOf } from "../../../core/rulebook/describe.ts";
import { paramsOf } from "../../../core/rulebook/ruleParams.ts";
import { hasWords, type SearchedForm, searchedForm, toNestedField } from "../../../core/rulebook/search.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { addResourceTexts, addTexts } from "../../providers/i18nProvider.ts";
import { describeResource } from "../../providers/resources.ts";
import { errorMessage } from "../../views/form/errorMessages.ts";
import { loadBusinessRules } from "./book.ts";
import styles from "./rulebook.module.css";
import { labelAt } from "./useRuleTexts.ts";

interface FormName {
  readonly name: string;
  readonly label: string;
}

interface AllFormsProps {
  readonly forms: readonly FormName[];
  /** Words to filter the rules by. */
  readonly query: string;
}

/** Rules listed per form until it is expanded. */
const MAX_LISTED_RULES = 6;

/** The rules of all forms that contain these words, each linked to its form. */
export function AllForms({ forms, query }: AllFormsProps): ReactNode {
  const loaded = use(loadForms(forms.map(({ name }) => name)));
  const all = useFoundForms(loaded);
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
      <ul className={styles.rules}>
        {rules.slice(0, MAX_LISTED_RULES).map(({ pointer, label: field, rule, message }) => (
          <li key={`${pointer} ${rule} ${message}`}>
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

/** A form with its rules about other records. */
interface LoadedForm extends SearchedForm {
  readonly business: readonly BusinessEntry[];
}

const loading = new Map<string, Promise<readonly LoadedForm[]>>();

/** Rules and texts of these forms. A stable promise; a failed load can be retried. */
function loadForms(resources: readonly string[]): Promise<readonly LoadedForm[]> {
  const name = resources.join();
  const cached = loading.get(name);
  if (cached) return cached;
  // All texts at once, and first: each load of texts renders the page again.
  const forms = Promise.all([addResourceTexts(...resources), addTexts("rules"), addTexts("forms")])
    .then(() => Promise.all(resources.map(describeResource)))
    .then((descriptors) => Promise.all(descriptors.map(withBusinessRules)))
    .then((all) => all.filter(({ fields }) => fields.length > 0));
  forms.catch(() => loading.delete(name));
  loading.set(name, forms);
  return forms;
}

async function withBusinessRules(descriptor: ResourceDescriptor): Promise<LoadedForm> {
  return { ...searchedForm(descriptor), business: await loadBusinessRules(descriptor) };
}

/** A rule as a line of the results. */
interface FoundRule {
  readonly pointer: string;
  readonly label: string;
  readonly rule: string;
  readonly message: string;
  /** The searched text. */
  readonly words: readonly string[];
}

interface FoundForm {
  readonly resource: string;
  readonly rules: readonly FoundRule[];
}

/** The search index, in the user's language. */
function useFoundForms(forms: readonly LoadedForm[]): readonly FoundForm[] {
  const translate = useTranslate();
  const locale = useLocale();
  const policy = usePasswordRules();
  return useMemo(
    () =>
      forms.map(({ resource, fields, business }) => {
        const fieldRules = fields.flatMap((field) => {
          const { pointer } = field;
          const label = labelAt(translate, resource, pointer);
          const context = { translate, locale, resource, fields: [toNestedField(field)] };
          return field.rules.map(({ rule, key, params }) => {
            const message = errorMessage(
              { pointer, rule, key, params: paramsOf({ key, params }, field, policy) },
              context,
            );
            const bound = boundOf({ rule, params });
            return { pointer, label, rule, message, words: [label, pointer, rule, key, bound, message] };
          });
        });
        const across = business.map(({ rule, pointer }) => {
          const label = labelAt(translate, resource, pointer);
          const message = errorMessage(businessError(pointer, rule), { translate, locale, resource, fields: [] });
          return { pointer, label, rule, message, words: [label, pointer, rule, message] };
        });
        return { resource, rules: [...fieldRules, ...across] };
      }),
    [forms, translate, locale, policy],
  );
}
