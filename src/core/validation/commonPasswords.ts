import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../schema/descriptor.ts";

/** Whether a password is among those that attackers try first. */
export type CommonPasswordTest = (password: string) => boolean;

/** Words that administrators of this trade start from and that no international list has. */
export const houseWords: readonly string[] = (
  "passwort passwd willkommen changeme geheim qwertz administrator telephony telephone telefon voip sip pbx " +
  "spring autumn winter sommer herbst januar january february march april june july august september october " +
  "november december monday tuesday wednesday thursday friday saturday sunday company firma office vienna wien " +
  "berlin paris moscow"
).split(" ");

/** Policies ask for a digit and a special character: people add a few at the ends of a common word. */
const MAX_ADDED_CHARACTERS = 6;
const MIN_WORD_LENGTH = 3;
/** No common password is longer, and no policy allows more. */
const MAX_PASSWORD_LENGTH = 64;

/** Characters used in place of letters, with both readings where there are two. */
const readings: readonly Readonly<Record<string, string>>[] = [
  { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "i", "+": "t" },
  { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "l", "+": "t" },
];

let loading: Promise<CommonPasswordTest> | undefined;

/**
 * Checks against some 49,000 leaked passwords, loaded on first use: the list weighs hundreds of kilobytes. Rejects when
 * the list cannot be fetched; the next call retries.
 */
export function loadCommonPasswords(): Promise<CommonPasswordTest> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<CommonPasswordTest> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const words = new Set([...dictionary["passwords-common"], ...houseWords]);
  const isListed = (text: string) => text.length >= MIN_WORD_LENGTH && words.has(text);
  return (password) => password.length <= MAX_PASSWORD_LENGTH && variants(password.toLowerCase()).some(isListed);
}

/**
 * Words the password may be derived from. Matching is lenient, because policies rule out common passwords as such:
 * `Passw0rd!` is "password", `Summer2026!` is "summer". At most six characters at the ends are ignored: with more, they
 * make the password.
 */
function variants(password: string): string[] {
  const cores = [/^[^a-z0-9]*(.*?)[^a-z0-9]*$/s, /^[^a-z]*(.*?)[^a-z]*$/s]
    .map((pattern) => pattern.exec(password)?.[1] ?? "")
    .filter((core) => password.length - core.length <= MAX_ADDED_CHARACTERS);
  return [password, ...cores].flatMap((text) => [text, ...readings.map((letters) => readAs(text, letters))]);
}

function readAs(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replace(/[^a-z]/g, (character) => letters[character] ?? character);
}

/**
 * Whether people log in to this platform with the secret: such secrets are stored as hashes, and common ones are
 * refused.
 */
export function isLoginPassword(resource: string, field: Pick<FieldDescriptor, "kind" | "name">): boolean {
  return field.kind === "password" && (resource === "admins" || field.name === "webpassword");
}

/** The check, if the record has a password that it applies to. */
export async function commonPasswordsFor(
  { name, fields }: Pick<ResourceDescriptor, "name" | "fields">,
  record: WireRecord,
): Promise<CommonPasswordTest | undefined> {
  const isNeeded = fields.some((field) => isLoginPassword(name, field) && typeof record[field.name] === "string");
  return isNeeded ? loadCommonPasswords() : undefined;
}
