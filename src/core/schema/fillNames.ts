/**
 * Puts values for names, `sip:{{user}}@{{host}}`. A text that is one name becomes its value, of any type; values within
 * a text are encoded.
 */
export function fillNames<Value>(
  text: string,
  read: (name: string) => Value,
  encode: (value: string) => string = (value) => value,
): Value | string {
  if (!text.includes("{{")) return text;
  const only = /^\{\{([^{}]+)\}\}$/.exec(text)?.[1];
  if (only !== undefined) return read(only);
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => encode(String(read(name))));
}
