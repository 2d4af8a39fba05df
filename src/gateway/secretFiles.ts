import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** An invalid setting; the message names it and says what to write. */
export class SettingError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, with each of these settings read from the file that `<name>_FILE` names, without its trailing
 * newline: containers and service managers pass secrets as files. Messages name the setting and the file, never what is
 * in it.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const read = names.flatMap((name) => {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file) return [];
    if (environment[name]) throw new SettingError(`${name} and ${variable} are both set: keep one of them`);
    return [[name, readSecret(variable, resolve(file))]];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(variable: string, path: string): string {
  const text = contentsOf(variable, path).replace(/\r?\n$/, "");
  if (text.trim() === "") throw new SettingError(`${variable} names an empty file: ${path}`);
  return text;
}

function contentsOf(variable: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const reason = reasons[String(code)] ?? String(code);
    throw new SettingError(`${variable} names a file that cannot be read (${reason}): ${path}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "no permission",
  EISDIR: "it is a folder",
};
