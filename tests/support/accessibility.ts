import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { settle } from "./browser.ts";

/** What the panel promises to keep: WCAG 2.0 to 2.2, levels A and AA. */
const promised: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  resultTypes: ["violations"],
};

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Brings axe into every document that this page opens from now on; the content policy lets it in no other way. */
export async function installAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: axeFile });
}

/** What another theme can break: colours, and nothing else. */
const ofColours: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  resultTypes: ["violations"],
};

/**
 * What axe finds on the page as it is now, in the light and in the dark theme: for each faulty element the rule it
 * breaks, the element, and why.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page, promised);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(page, ofColours);
  return [...light, ...dark.map((barrier) => `dark: ${barrier}`)];
}

async function runAxe(page: Page, rules: RunOptions): Promise<string[]> {
  await settle(page);
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, options),
    rules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
  );
}
