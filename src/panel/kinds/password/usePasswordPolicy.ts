import { useMemo } from "react";
import type { WireRecord } from "../../../core/descriptor.ts";
import type { PasswordPolicy } from "../../../core/password.ts";
import { useStartupData } from "../../providers/FactsContext.tsx";
import { publishedPolicy } from "../../providers/passwords.ts";

/** The platform's password policy. */
export function usePasswordPolicy(): PasswordPolicy {
  const { info } = useStartupData();
  return useMemo(() => {
    const { security } = info as WireRecord;
    return publishedPolicy(security);
  }, [info]);
}
