import type { FieldDescriptor, Json, RuleEntry } from "../schema/descriptor.ts";
import { fileTypeNames } from "../validation/fileValue.ts";
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from "../validation/passwordPolicy.ts";

/** Parameters of a rule's message; for passwords from the platform's policy, for files from the field. */
export function paramsOf(
  { key, params }: Pick<RuleEntry, "key" | "params">,
  field?: Pick<FieldDescriptor, "file">,
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
): Readonly<Record<string, Json>> {
  if (key === "rules.file.type") return { ...params, kinds: fileTypeNames(field?.file?.types ?? []) };
  if (key === "rules.file.size") return { ...params, kilobytes: Math.floor((field?.file?.maxBytes ?? 0) / 1024) };
  if (!key.startsWith("rules.password.")) return params;
  return { ...params, ...passwordParams(policy)[key.slice("rules.password.".length)] };
}

function passwordParams(policy: PasswordPolicy): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  return {
    minLength: { limit: policy.min_length },
    maxLength: { limit: policy.max_length },
    digits: { smart_count: policy.musthave_digit },
    lowercase: { smart_count: policy.musthave_lowercase },
    uppercase: { smart_count: policy.musthave_uppercase },
    special: { smart_count: policy.musthave_specialchar },
  };
}
