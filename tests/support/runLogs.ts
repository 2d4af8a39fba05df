import { appendFileSync, mkdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PREPARED_FOLDER } from "./runFolder.ts";

/** What the servers of a run log, and what they must not: a folder of the run with a file per process. */
const LOGS = "logs";
const SECRETS = "secrets";

/** Shorter ones may be anything: PINs are also milliseconds. */
const MIN_SECRET_LENGTH = 8;

const secretName = /password|secret|token|jwt|authorization|api_?key|private_?key|\bpin\b/i;

/** Undefined outside of a test run, as in scripts. */
function folderOfRun(name: string): string | undefined {
  const folder = process.env[PREPARED_FOLDER];
  if (folder === undefined) return undefined;
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Keeps lines that a server of the run has logged. */
export function keepLog(text: string | Buffer): void {
  const folder = folderOfRun(LOGS);
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.log`), text);
}

/** Whether servers log for a check of the run, and so at `debug`. */
export function isLogKept(): boolean {
  return process.env[PREPARED_FOLDER] !== undefined;
}

/** Remembers secrets that the run uses. */
export function noteSecrets(values: Iterable<string>): void {
  const folder = folderOfRun(SECRETS);
  const lines = [...values]
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .map((value) => `${JSON.stringify(value)}\n`);
  if (folder !== undefined && lines.length > 0) appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(""));
}

/** Remembers the secrets of a request or an answer: its values by their names, those of a patch by their paths. */
export function noteSecretsIn(value: unknown): void {
  noteSecrets(secretsIn(value));
}

/** In answers, where other names are of settings and rules. */
const answeredSecret = /^(?:jwt|secret|(?:web|sip)?password)$/;

/** Remembers the secrets of an answer: tokens, and passwords as far as they look like some. */
export function noteAnswer(value: unknown): void {
  noteSecrets(answered(value));
}

function* answered(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== "string") yield* answered(one);
    else if (answeredSecret.test(name) && /\d/.test(one) && /[a-z]/i.test(one)) yield one;
  }
}

function* secretsIn(value: unknown, isSecret = false): Generator<string> {
  if (typeof value === "string" && isSecret) yield value.replace(/^(?:Bearer|Basic) /i, "");
  if (typeof value !== "object" || value === null) return;
  if ("path" in value && "value" in value) yield* secretsIn(value.value, secretName.test(String(value.path)));
  for (const [name, one] of Object.entries(value))
    yield* secretsIn(one, Array.isArray(value) ? isSecret : secretName.test(name));
}

/** The check of a run: all lines that its servers logged, without any of the secrets that it used. */
export async function findLeaks(folder: string) {
  const secrets = new Set<string>();
  for (const text of await readAll(join(folder, SECRETS)))
    for (const line of text.trimEnd().split("\n")) secrets.add(JSON.parse(line) as string);
  const lines = (await readAll(join(folder, LOGS))).flatMap((text) => text.trimEnd().split("\n"));
  const text = lines.join("\n");
  const leaked = [...secrets].filter((secret) => text.includes(secret));
  // Of what is found, the place is told: the secret itself would stand in another log.
  const leaks = leaked.flatMap((secret) =>
    lines.filter((line) => line.includes(secret)).map((line) => line.replaceAll(secret, "<secret>")),
  );
  return { lines: lines.length, secrets: secrets.size, leaks };
}

/** Lines of this run's servers that contain the text, such as the incident of an answer. */
export async function findLogged(text: string): Promise<string[]> {
  const folder = folderOfRun(LOGS);
  const texts = folder === undefined ? [] : await readAll(folder);
  return texts.flatMap((one) => one.split("\n").filter((line) => line.includes(text)));
}

async function readAll(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
