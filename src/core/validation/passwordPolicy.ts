import type { Json } from "../schema/descriptor.ts";
import type { CommonPasswordTest } from "./commonPasswords.ts";

/** From the specification: eight characters, one of each class. */
export const DEFAULT_PASSWORD_POLICY = {
  min_length: 8,
  max_length: 40,
  musthave_digit: 1,
  musthave_lowercase: 1,
  musthave_uppercase: 1,
  musthave_specialchar: 1,
};

/** The policy that platforminfo publishes as `security.password`; the counts are minimums per character class. */
export type PasswordPolicy = Record<keyof typeof DEFAULT_PASSWORD_POLICY, number>;

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

export interface PasswordViolation {
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
export function passwordViolations(
  password: string,
  options: {
    readonly username?: string | null;
    readonly policy?: PasswordPolicy;
    /** Absent: passwords of this kind may be common, or the list has not been loaded yet. */
    readonly isCommon?: CommonPasswordTest;
  } = {},
): PasswordViolation[] {
  const policy = options.policy ?? DEFAULT_PASSWORD_POLICY;
  const length = [...password].length;
  const violations: PasswordViolation[] = [];
  if (length < policy.min_length) violations.push({ rule: "minLength", params: { limit: policy.min_length } });
  if (length > policy.max_length) violations.push({ rule: "maxLength", params: { limit: policy.max_length } });
  // The login accepts visible ASCII only: anything else would lock its owner out.
  if (/[^!-~]/.test(password)) violations.push({ rule: "characters", params: {} });
  for (const { rule, policy: name, pattern } of classes) {
    const count = password.match(pattern)?.length ?? 0;
    if (count < policy[name]) violations.push({ rule, params: { smart_count: policy[name] } });
  }
  const username = options.username?.toLowerCase() ?? "";
  if (username !== "" && password.toLowerCase().includes(username)) {
    violations.push({ rule: "username", params: {} });
  }
  if (options.isCommon?.(password)) violations.push({ rule: "common", params: {} });
  return violations;
}

/**
 * Parses the policy in a platforminfo response. Platforms send numbers as numbers, texts or booleans; missing or
 * malformed values get the default.
 */
export function toPasswordPolicy(wire: Readonly<Record<string, Json | undefined>> | null | undefined): PasswordPolicy {
  const policy = { ...DEFAULT_PASSWORD_POLICY };
  for (const name of Object.keys(policy) as (keyof PasswordPolicy)[]) {
    const value = wire?.[name];
    const count = value === null || value === undefined || value === "" ? Number.NaN : Number(value);
    if (Number.isSafeInteger(count) && count >= 0) policy[name] = count;
  }
  return policy;
}
