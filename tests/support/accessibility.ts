import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { settle } from "./browser.ts";

/** What the panel promises to keep: WCAG 2.0 to 2.2, levels A and AA. */
const promised: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  resultTypes: ["violations"],
  // What is framed is another product's.
  iframes: false,
};

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Brings axe into every document that this page opens from now on; the content policy lets it in no other way. */
export async function installAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: axeFile });
}

/** What another theme can break: colours, and nothing else. */
const ofColours: RunOptions = {
  ...promised,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** WCAG 1.4.10: what is 1280 pixels wide, at 400 %. */
const narrowest = 320;

/**
 * What axe finds on the page as it is now, in the light and in the dark theme: for each faulty element the rule it
 * breaks, the element, and why. And whether one has to scroll sideways on the narrowest screen. `within` looks at a
 * part of the page: header and menu need not be looked at with every page that they surround.
 */
export async function findBarriers(page: Page, { within = "html" } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page, within, promised);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(page, within, ofColours);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((barrier) => `dark: ${barrier}`), ...(await findSidewaysScrolling(page))];
}

async function findSidewaysScrolling(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: narrowest, height: 800 });
  await settle(page);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (size) await page.setViewportSize(size);
  return excess > 0 ? [`reflow: ${excess} px too wide for ${narrowest} px`] : [];
}

async function runAxe(page: Page, within: string, rules: RunOptions): Promise<string[]> {
  await settle(page);
  const { violations } = await page.evaluate<AxeResults, [string, RunOptions]>(
    ([part, options]) => (window as unknown as { axe: typeof import("axe-core") }).axe.run(part, options),
    [within, rules],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
  );
}
