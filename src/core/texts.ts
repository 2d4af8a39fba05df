import type { Json } from "./descriptor.ts";

/** Nested texts of one language, as the files in i18n hold them. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** The text of a message key with its placeholders filled in. */
export type Texts = (key: string, params?: Readonly<Record<string, Json>>) => string;

/**
 * Looks texts up by dotted key and fills in `%{name}`; a placeholder without value is left out. A key without
 * text answers the key, so that a gap is seen and nothing fails. Where nobody chooses a language, on the server
 * and in tests, this is enough; the panel has its i18n provider.
 */
export function textsFrom(messages: Messages): Texts {
  return (key, params = {}) => {
    const text = key.split(".").reduce<string | Messages | undefined>((found, name) => below(found, name), messages);
    if (typeof text !== "string") return key;
    return text.replace(/%\{(\w+)\}/g, (_, name: string) => show(params[name]));
  };
}

function below(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === "object" && Object.hasOwn(messages, name) ? messages[name] : undefined;
}

function show(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(show).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
