import type { Json } from "../schema/descriptor.ts";
import type { CommonPasswordTest } from "./commonPasswords.ts";

/** The policy that platforminfo publishes as `security.password`; the counts are minimums per character class. */
export interface PasswordPolicy {
  readonly min_length: number;
  readonly max_length: number;
  readonly musthave_digit: number;
  readonly musthave_lowercase: number;
  readonly musthave_uppercase: number;
  readonly musthave_specialchar: number;
}

/** From the specification: eight characters, one of each class. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  min_length: 8,
  max_length: 40,
  musthave_digit: 1,
  musthave_lowercase: 1,
  musthave_uppercase: 1,
  musthave_specialchar: 1,
};

/** Names below `rules.password`; "weak" is for callers that also check strength (passwordStrength.ts). */
export const passwordRules = [
  "minLength",
  "maxLength",
  "characters",
  "digits",
  "lowercase",
  "uppercase",
  "special",
  "username",
  "common",
  "weak",
] as const;

export interface PasswordProblem {
  readonly rule: (typeof passwordRules)[number];
  readonly params: Readonly<Record<string, Json>>;
}

const classes = [
  { rule: "digits", policy: "musthave_digit", pattern: /[0-9]/g },
  { rule: "lowercase", policy: "musthave_lowercase", pattern: /[a-z]/g },
  { rule: "uppercase", policy: "musthave_uppercase", pattern: /[A-Z]/g },
  { rule: "special", policy: "musthave_specialchar", pattern: /[^0-9a-zA-Z]/gu },
] as const;

/**
 * Every policy rule that the password violates, in the order in which a form lists them; empty when it is fine.
 * Strength is not checked here, see passwordStrength.ts.
 */
export function passwordProblems(
  password: string,
  options: {
    readonly username?: string | null;
    readonly policy?: PasswordPolicy;
    /** Absent: passwords of this kind may be common, or the list has not been loaded yet. */
    readonly isCommon?: CommonPasswordTest;
  } = {},
): PasswordProblem[] {
  const policy = options.policy ?? DEFAULT_PASSWORD_POLICY;
  const length = [...password].length;
  const problems: PasswordProblem[] = [];
  if (length < policy.min_length) problems.push({ rule: "minLength", params: { limit: policy.min_length } });
  if (length > policy.max_length) problems.push({ rule: "maxLength", params: { limit: policy.max_length } });
  // The login accepts visible ASCII only: anything else would lock its owner out.
  if (/[^!-~]/.test(password)) problems.push({ rule: "characters", params: {} });
  for (const { rule, policy: name, pattern } of classes) {
    const count = password.match(pattern)?.length ?? 0;
    if (count < policy[name]) problems.push({ rule, params: { smart_count: policy[name] } });
  }
  const username = options.username?.toLowerCase() ?? "";
  if (username !== "" && password.toLowerCase().includes(username)) {
    problems.push({ rule: "username", params: {} });
  }
  if (options.isCommon?.(password)) problems.push({ rule: "common", params: {} });
  return problems;
}

/**
 * Parses the policy in a platforminfo response. Platforms send numbers as numbers, texts or booleans; missing or
 * malformed values get the default.
 */
export function toPasswordPolicy(wire: Readonly<Record<string, Json | undefined>> | null | undefined): PasswordPolicy {
  const read = (name: keyof PasswordPolicy): number => {
    const value = wire?.[name];
    const count = value === null || value === undefined || value === "" ? Number.NaN : Number(value);
    return Number.isSafeInteger(count) && count >= 0 ? count : DEFAULT_PASSWORD_POLICY[name];
  };
  return {
    min_length: read("min_length"),
    max_length: read("max_length"),
    musthave_digit: read("musthave_digit"),
    musthave_lowercase: read("musthave_lowercase"),
    musthave_uppercase: read("musthave_uppercase"),
    musthave_specialchar: read("musthave_specialchar"),
  };
}
