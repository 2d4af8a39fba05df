import type { Json } from "./descriptor.ts";

/** Nested texts of one language, as the files in i18n hold them. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** The text of a message key with its placeholders filled in. */
export type Texts = (key: string, params?: Readonly<Record<string, Json>>) => string;

/**
 * Looks texts up by dotted key and fills in `%{name}`; a placeholder without value is left out. A text that counts has
 * a form for each plural of its language, separated by `||||`, and `smart_count` chooses. A key without text answers
 * the key, so that a gap is seen and nothing fails. This is enough for the server, the login and tests; the panel has
 * its i18n provider.
 */
export function textsFrom(messages: Messages, language = "en"): Texts {
  return (key, params = {}) => {
    const text = key.split(".").reduce<string | Messages | undefined>((found, name) => below(found, name), messages);
    if (typeof text !== "string") return key;
    const form = pluralForm(text, Number(params.smart_count ?? 1), language);
    return form.replace(/%\{(\w+)\}/g, (_, name: string) => show(params[name]));
  };
}

/**
 * The form of `one |||| other` or, where a language has three, `one |||| few |||| many` that goes with a count; in
 * the order that the panel's own library takes them in. A text without forms is its only one.
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
