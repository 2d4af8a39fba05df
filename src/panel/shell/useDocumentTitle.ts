import { useEffect } from "react";

const product = "Patchbay";
const separator = " · ";

/** Names the tab, most particular part first: "Edit · acme.example · Domains · Patchbay". */
export function useDocumentTitle(parts: readonly string[]): void {
  const title = [...parts, product].join(separator);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** What the page one is on is called, without the product. */
export function currentPageTitle(): string {
  return document.title.split(separator).slice(0, -1).join(separator);
}
