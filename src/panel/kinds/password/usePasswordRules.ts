import { useMemo } from "react";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { publishedPolicy } from "../../providers/passwords.ts";
import { useStartupData } from "../../providers/StartupDataContext.tsx";

/** The platform's password policy. */
export function usePasswordPolicy(): PasswordPolicy {
  const { info } = useStartupData();
  return useMemo(() => {
    const { security } = info as WireRecord;
    return publishedPolicy(security);
  }, [info]);
}
