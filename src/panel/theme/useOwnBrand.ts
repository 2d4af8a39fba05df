import { useEffect } from "react";
import { boundRoles } from "../../core/viewAs.ts";
import { useAccess, useFacts } from "../providers/FactsContext.tsx";

/** Fetches the brand of the person's reseller once the page is there. */
export function useOwnBrand(): void {
  const { admin } = useFacts();
  const { isViewing } = useAccess();
  const resellerId = !isViewing && boundRoles.has(String(admin.role)) ? Number(admin.reseller_id) : null;
  useEffect(() => {
    if (resellerId === null) return;
    const load = () => void import("./loadBrand.ts").then(({ loadBrand }) => loadBrand(resellerId)).catch(() => {});
    // Whatever fails here, the panel's own look is good enough.
    const timer = setTimeout(load);
    return () => clearTimeout(timer);
  }, [resellerId]);
}
