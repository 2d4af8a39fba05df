/**
 * Puts values for names, `sip:{{user}}@{{host}}`. A text that is one name becomes its value, of any type; values within
 * a text are encoded.
 */
export function fillNames(
  text: string,
  read: (name: string) => unknown,
  encode: (value: string) => string = (value) => value,
): unknown {
  if (!text.includes("{{")) return text;
  const only = /^\{\{([^{}]+)\}\}$/.exec(text)?.[1];
  if (only !== undefined) return read(only);
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => encode(String(read(name))));
}
