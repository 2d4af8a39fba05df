import { useLayoutEffect } from "react";

const product = "Patchbay";
const separator = " · ";

/**
 * Sets the tab's title, most specific part first: "Edit · acme.example · Domains · Patchbay". Loading parts are added
 * later.
 */
export function useDocumentTitle(parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), product].join(separator);
  // Sets the title together with the heading, not after it is shown.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

/** The current page's title, without the product. */
export function currentPageTitle(): string {
  return document.title.split(separator).slice(0, -1).join(separator);
}
