import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "./passwordPolicy.ts";

/** Returns an integer from 0 to `below` - 1, uniformly distributed. */
export type RandomInteger = (below: number) => number;

// Without characters that look alike in print (0 O o, 1 l I) or that shells and spreadsheets read as syntax.
const digits = "23456789";
const lowercase = "abcdefghijkmnpqrstuvwxyz";
const uppercase = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const special = "!#%*+-.:?@_";

const comfortableLength = 16;

/**
 * A password that meets the policy, 16 characters long unless the policy requires another length. Throws RangeError
 * when no password can meet the policy.
 */
export function generatePassword(
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
  random: RandomInteger = secureRandom,
): string {
  const demands: [string, number][] = [
    [digits, policy.musthave_digit],
    [lowercase, policy.musthave_lowercase],
    [uppercase, policy.musthave_uppercase],
    [special, policy.musthave_specialchar],
  ];
  const demanded = demands.reduce((sum, [, count]) => sum + count, 0);
  const length = Math.min(Math.max(comfortableLength, policy.min_length, demanded), policy.max_length);
  if (length < Math.max(demanded, policy.min_length, 1)) throw new RangeError("The password policy cannot be met");
  const pick = (from: string): string => from.charAt(random(from.length));
  const characters = demands.flatMap(([from, count]) => Array.from({ length: count }, () => pick(from)));
  const all = digits + lowercase + uppercase + special;
  while (characters.length < length) characters.push(pick(all));
  return shuffle(characters, random).join("");
}

function shuffle(items: readonly string[], random: RandomInteger): string[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}

function secureRandom(below: number): number {
  const values = new Uint32Array(1);
  // Rejects values past the last full multiple, which would bias small results.
  const limit = 2 ** 32 - (2 ** 32 % below);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(values);
    if (value < limit) return value % below;
  }
}
