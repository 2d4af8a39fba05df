import type { Json } from "./descriptor.ts";

/**
 * A path as used in message keys: `contact_id.email` is `contact_email`, `primary_number.cc` is `primary_number_cc`.
 */
export const flatKey = (path: string) => path.replaceAll("_id.", "_").replaceAll(".", "_");

/** Nested texts of one language, as in the files of i18n. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** Looks up the text of a message key and fills in its placeholders. */
export type Texts = (key: string, params?: Readonly<Record<string, Json>>) => string;

/**
 * Looks up texts by dotted key and fills in `%{name}`; a placeholder without value is dropped. A pluralised text has
 * forms separated by `||||`, selected by `smart_count`. A missing text returns the key, so that a gap is visible and
 * nothing fails. Enough for the server, the login and tests; the panel has its i18n provider.
 */
export function textsFrom(messages: Messages, language = "en"): Texts {
  return (key, params = {}) => {
    const text = key
      .split(".")
      .reduce<string | Messages | undefined>((messages, name) => below(messages, name), messages);
    if (typeof text !== "string") return key;
    const form = pluralForm(text, Number(params.smart_count ?? 1), language);
    return form.replace(/%\{(\w+)\}/g, (_, name: string) => show(params[name]));
  };
}

/**
 * The form of `one |||| other`, or of `one |||| few |||| many` in languages with three, that fits a count; in the order
 * that the panel's own library expects. A text without forms is its only one.
 */
export function pluralForm(text: string, count: number, language: string): string {
  const forms = text.split("||||").map((form) => form.trim());
  if (forms.length === 1) return text;
  const category = new Intl.PluralRules(language).select(count);
  const index = category === "one" ? 0 : category === "few" ? 1 : forms.length - 1;
  return forms[index] ?? text;
}

function below(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === "object" && Object.hasOwn(messages, name) ? messages[name] : undefined;
}

function show(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(show).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
