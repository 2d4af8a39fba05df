import type { Page } from "playwright";
import type { WireRecord } from "../../src/core/descriptor.ts";
import { asking } from "./asking.ts";

/** Headings of error pages. */
const errors = ["Forbidden", "Page not found", "Something went wrong on this page"];

export interface OpenedPage {
  /** The first heading of the page. */
  readonly heading: string;
  /** The panel's own address. */
  readonly address: string;
  /** Title of the older panel's page in the frame. */
  readonly framed: string | null;
}

/**
 * Goes to an address within the open panel. Waits for the heading of the new page, and with `framed` for the page in
 * the frame, or for an error page.
 */
export async function goTo(page: Page, address: string, { framed = false } = {}): Promise<OpenedPage> {
  await page.evaluate((to) => {
    document.querySelector("main h1:not([data-loading])")?.setAttribute("data-seen", "");
    document.querySelector("iframe")?.contentDocument?.querySelector("h1")?.setAttribute("data-seen", "");
    document.body.dataset.last = document.querySelector("main h1:not([data-loading])")?.textContent ?? "";
    window.location.hash = to;
  }, address);
  const arrival = page.waitForFunction(
    ({ errors, framed, isTab }) => {
      const main = document.querySelector("main");
      const title = main?.querySelector("h1:not([data-loading])");
      const heading = title?.textContent?.trim() ?? "";
      const address = window.location.hash.slice(1);
      if (!title || heading === "" || (heading === "Forbidden") !== (address === "/error403")) return false;
      const frame = main?.querySelector("iframe")?.contentDocument;
      const inner = frame?.querySelector("h1:not([data-seen])")?.textContent ?? null;
      if (main?.querySelector("[aria-busy=true]:has(iframe)")) return false;
      if (errors.includes(heading) && (address === "/error403" || !title.hasAttribute("data-seen")))
        return { heading, address, framed: inner };
      const isSelectedTab =
        isTab && main?.querySelector(".details-tabs a[aria-current]")?.getAttribute("href") === `#${address}`;
      const isNew = !title.hasAttribute("data-seen") || heading !== document.body.dataset.last || isSelectedTab;
      if (framed ? inner === null : !isNew) return false;
      return { heading, address, framed: inner };
    },
    { errors, framed, isTab: address.includes("/details/") },
    asking,
  );
  const found = await arrival.catch((cause: unknown) => {
    throw new Error(`${address} did not show a new page`, { cause });
  });
  return (await found.jsonValue()) as OpenedPage;
}

/** Records as the user logged in on this page sees them. */
export async function recordsOf(page: Page, resource: string): Promise<WireRecord[]> {
  return page.evaluate(async (name) => {
    const response = await fetch(`/api/${name}/?rows=5`);
    const body = await response.json();
    return body._embedded?.[`ngcp:${name}`] ?? [];
  }, resource);
}
