import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, use, useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { hasWords } from "../../../core/rulebook/search.ts";
import { type FoundForm, loadForms, useFoundForms } from "./allForms.ts";

interface FormName {
  readonly name: string;
  readonly label: string;
}

interface AllFormsProps {
  readonly forms: readonly FormName[];
  /** Words that the rules are narrowed to. */
  readonly query: string;
}

/** Rules of one form that are listed before it is opened. */
const LISTED = 6;

/** The rules of all forms that have these words, each with the way to its form. */
export function AllForms({ forms, query }: AllFormsProps): ReactNode {
  const loaded = use(loadForms(forms.map(({ name }) => name)));
  const all = useFoundForms(loaded);
  const translate = useTranslate();
  const found = useMemo(
    () =>
      all.flatMap((form) => {
        const rules = form.rules.filter(({ words }) => hasWords(query, words));
        return rules.length > 0 ? [{ ...form, rules }] : [];
      }),
    [all, query],
  );
  const count = found.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <>
      <Typography role="status" color="textSecondary" sx={{ mb: 1 }}>
        {count === 0
          ? translate("rulebook.nothing")
          : [
              translate("rulebook.found", { smart_count: count }),
              translate("rulebook.all.forms", { smart_count: found.length }),
            ].join(" ")}
      </Typography>
      {forms.map(({ name, label }) => {
        const form = found.find(({ resource }) => resource === name);
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
    <section className="rb-field" aria-label={label}>
      <Typography variant="h2" sx={{ fontSize: "1.05rem" }}>
        <Link component={RouterLink} to={to()}>
          {label}
        </Link>
      </Typography>
      <ul className="rb-rules">
        {rules.slice(0, LISTED).map(({ pointer, label: field, rule, message }) => (
          <li key={`${pointer} ${rule} ${message}`}>
            <div className="rb-message">
              <Link component={RouterLink} to={to(pointer)}>
                {field}
              </Link>
              {": "}
              {message}
            </div>
            <div className="rb-notes">
              <code>{rule}</code>
              <code>{pointer}</code>
            </div>
          </li>
        ))}
      </ul>
      {rules.length > LISTED && (
        <Link component={RouterLink} to={to()} variant="body2">
          {translate("rulebook.all.more", { count: rules.length })}
        </Link>
      )}
    </section>
  );
}
