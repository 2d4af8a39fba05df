import { useMemo } from "react";
import type { WireRecord } from "../../../core/descriptor.ts";
import { type PasswordPolicy, toPasswordPolicy } from "../../../core/password.ts";
import { isObject } from "../../../core/prepare.ts";
import { useFacts } from "../../providers/FactsContext.tsx";

/** What this platform demands of passwords. */
export function usePasswordPolicy(): PasswordPolicy {
  const { info } = useFacts();
  return useMemo(() => {
    const { security } = info as WireRecord;
    const published = isObject(security) ? security.password : undefined;
    return toPasswordPolicy(isObject(published) ? published : null);
  }, [info]);
}
