import { useEffect } from "react";
import { boundRoles } from "../../core/viewAs.ts";
import { useAccess, useFacts } from "../providers/FactsContext.tsx";
import { pageIsThere } from "../shell/pageIsThere.ts";

/** Fetches the brand of the person's reseller once the page is there. */
export function useOwnBrand(): void {
  const { admin } = useFacts();
  const { isViewing } = useAccess();
  const resellerId = !isViewing && boundRoles.has(String(admin.role)) ? Number(admin.reseller_id) : null;
  useEffect(() => {
    if (resellerId === null) return;
    let isOver = false;
    const load = async () => {
      await pageIsThere();
      if (!isOver) await (await import("./loadBrand.ts")).loadBrand(resellerId);
    };
    // Whatever fails here, the panel's own look is good enough.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [resellerId]);
}
