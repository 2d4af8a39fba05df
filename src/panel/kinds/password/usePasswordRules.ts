import { useMemo } from "react";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { publishedPolicy } from "../../providers/passwords.ts";
import { useStartupData } from "../../providers/StartupDataContext.tsx";

/** The platform's password policy. */
export function usePasswordRules(): PasswordPolicy {
  const { info } = useStartupData();
  return useMemo(() => {
    return publishedPolicy(info.security);
  }, [info]);
}
