import type { Page } from "playwright";
import type { WireRecord } from "../../src/core/descriptor.ts";

/** Headings of pages that stand in for the one that was meant. */
const errors = ["Forbidden", "Page not found", "This page has failed"];

export interface Sight {
  /** The first heading of the page. */
  readonly heading: string;
  /** The panel's own address. */
  readonly address: string;
  /** What the older panel's page in the frame calls itself. */
  readonly framed: string | null;
}

/**
 * Goes to an address within the panel that is open, and tells what is there once it is: a heading that is not the last
 * page's, and where `framed` says so the page in the frame; or an error page.
 */
export async function goTo(page: Page, address: string, { framed = false } = {}): Promise<Sight> {
  await page.evaluate((to) => {
    document.querySelector("main h1")?.setAttribute("data-seen", "");
    document.querySelector("iframe")?.contentDocument?.querySelector("h1")?.setAttribute("data-seen", "");
    document.body.dataset.last = document.querySelector("main h1")?.textContent ?? "";
    window.location.hash = to;
  }, address);
  const arrival = page.waitForFunction(
    ({ errors, framed, isTab }) => {
      const main = document.querySelector("main");
      const title = main?.querySelector("h1");
      const heading = title?.textContent?.trim() ?? "";
      const address = window.location.hash.slice(1);
      if (!title || heading === "" || (heading === "Forbidden") !== (address === "/error403")) return false;
      const frame = main?.querySelector("iframe")?.contentDocument;
      const inner = frame?.querySelector("h1:not([data-seen])")?.textContent ?? null;
      if (main?.querySelector("[aria-busy=true]:has(iframe)")) return false;
      if (errors.includes(heading) && (address === "/error403" || !title.hasAttribute("data-seen")))
        return { heading, address, framed: inner };
      const isThere =
        isTab && main?.querySelector(".details-tabs a[aria-current]")?.getAttribute("href") === `#${address}`;
      const isNew = !title.hasAttribute("data-seen") || heading !== document.body.dataset.last || isThere;
      if (framed ? inner === null : !isNew) return false;
      return { heading, address, framed: inner };
    },
    { errors, framed, isTab: address.includes("/details/") },
  );
  const found = await arrival.catch((cause: unknown) => {
    throw new Error(`${address} did not show a page of its own`, { cause });
  });
  return (await found.jsonValue()) as Sight;
}

/** Records as the person who is logged in on this page sees them. */
export async function recordsOf(page: Page, resource: string): Promise<WireRecord[]> {
  return page.evaluate(async (name) => {
    const answer = await fetch(`/api/${name}/?rows=5`);
    const body = await answer.json();
    return body._embedded?.[`ngcp:${name}`] ?? [];
  }, resource);
}
