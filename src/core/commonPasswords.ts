import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "./descriptor.ts";

/** Whether a password is one of those that are tried first. */
export type CommonPasswordTest = (password: string) => boolean;

/** What administrators of this trade start from and no international list knows. */
export const houseWords: readonly string[] = (
  "passwort passwd willkommen changeme geheim qwertz administrator telephony telephone telefon voip sip pbx " +
  "spring autumn winter sommer herbst januar january february march april june july august september october " +
  "november december monday tuesday wednesday thursday friday saturday sunday company firma office vienna wien " +
  "berlin paris moscow"
).split(" ");

/** Rules ask for a digit and a special character: who starts from a common word adds a few at its ends. */
const mostAdded = 6;
const shortestWord = 3;
/** No common password is longer, and no policy lets people type that much. */
const longestText = 64;

/** Characters in place of letters, in both readings where there are two. */
const readings: readonly Readonly<Record<string, string>>[] = [
  { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "i", "+": "t" },
  { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", $: "s", "!": "l", "+": "t" },
];

let loading: Promise<CommonPasswordTest> | undefined;

/**
 * The test over some 49,000 passwords from leaks, loaded at first use: it weighs hundreds of kilobytes. Rejects
 * when the list can not be fetched; the next call tries again.
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
  const isListed = (text: string) => text.length >= shortestWord && words.has(text);
  return (password) => password.length <= longestText && variants(password.toLowerCase()).some(isListed);
}

/**
 * What the password may be made from. Compared leniently, as the common ones break the rules about kinds of
 * characters and would never be met as they stand: `Passw0rd!` is "password", `Summer2026!` is "summer". At most six
 * characters at the ends are looked past: with more, it is they that make the password.
 */
function variants(password: string): string[] {
  const cores = [/^[^a-z0-9]*(.*?)[^a-z0-9]*$/s, /^[^a-z]*(.*?)[^a-z]*$/s]
    .map((pattern) => pattern.exec(password)?.[1] ?? "")
    .filter((core) => password.length - core.length <= mostAdded);
  return [password, ...cores].flatMap((text) => [text, ...readings.map((letters) => readAs(text, letters))]);
}

function readAs(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replace(/[^a-z]/g, (character) => letters[character] ?? character);
}

/** Whether people log in to this platform with the secret: such are kept as hashes, and common ones are refused. */
export function isLoginPassword(resource: string, field: Pick<FieldDescriptor, "kind" | "name">): boolean {
  return field.kind === "password" && (resource === "admins" || field.name === "webpassword");
}

/** The test, if the record brings a password that it is for. */
export async function commonPasswordsFor(
  { name, fields }: Pick<ResourceDescriptor, "name" | "fields">,
  record: WireRecord,
): Promise<CommonPasswordTest | undefined> {
  const isNeeded = fields.some((field) => isLoginPassword(name, field) && typeof record[field.name] === "string");
  return isNeeded ? loadCommonPasswords() : undefined;
}
