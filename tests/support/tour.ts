import type { Page } from "playwright";
import type { WireRecord } from "../../src/core/schema/descriptor.ts";
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
 * Goes to an address within the open panel. Waits until the panel shows it, or an error page, and with `framed` for the
 * page in the frame. As in the address bar of a browser: the panel asks before it leaves a changed form.
 */
export async function goTo(page: Page, address: string, { framed = false } = {}): Promise<OpenedPage> {
  await page.evaluate(async (to) => {
    document.querySelector("iframe")?.contentDocument?.querySelector("h1")?.setAttribute("data-seen", "");
    const before = window.location.href;
    const isChanged = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
    window.location.hash = to;
    // The router has heard of it by then, and shows its progress until the page is there: headings may be the same.
    if (window.location.href !== before) await isChanged;
  }, address);
  const arrival = page.waitForFunction(
    ({ errors, framed }) => {
      const main = document.querySelector("main");
      const heading = main?.querySelector("h1:not([data-loading], :empty)")?.textContent?.trim() ?? "";
      const address = window.location.hash.slice(1);
      if (document.querySelector("[data-progress]")) return false;
      if (heading === "" || (heading === "Forbidden") !== (address === "/error403")) return false;
      const frame = main?.querySelector("iframe")?.contentDocument;
      const inner = frame?.querySelector("h1:not([data-seen])")?.textContent ?? null;
      if (main?.querySelector("[aria-busy=true]:has(iframe)")) return false;
      if (framed && inner === null && !errors.includes(heading)) return false;
      return { heading, address, framed: inner };
    },
    { errors, framed },
    asking,
  );
  const found = await arrival.catch((cause: unknown) => {
    throw new Error(`${address} was not shown`, { cause });
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
