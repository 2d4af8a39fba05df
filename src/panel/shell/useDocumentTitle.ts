import { useEffect } from "react";

const product = "Patchbay";

/** Names the tab, most particular part first: "Edit · acme.example · Domains · Patchbay". */
export function useDocumentTitle(parts: readonly string[]): void {
  const title = [...parts, product].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
