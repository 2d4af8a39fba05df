import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { settle } from "./browser.ts";

/** Our target: WCAG 2.0 to 2.2, levels A and AA. */
const wcag: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  resultTypes: ["violations"],
  // The framed panel is another product.
  iframes: false,
};

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Adds axe to every document that the page opens; the content security policy blocks other ways. */
export async function installAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: axeFile });
}

const coloured = ["color-contrast", "link-in-text-block"];

/** The rules that a different theme can break. */
const colourRules: RunOptions = { ...wcag, runOnly: { type: "rule", values: coloured } };

/** All others; colours take half the time of axe. */
const otherRules: RunOptions = {
  ...wcag,
  rules: Object.fromEntries(coloured.map((rule) => [rule, { enabled: false }])),
};

/** A selector, or what axe takes and leaves out. */
type Part = string | { include: string[][]; exclude: string[][] };

/** WCAG 1.4.10: 1280 pixels at 400 %. */
const NARROWEST = 320;

/**
 * Violations that axe finds in the light and the dark theme, as rule, element and explanation, and whether the page
 * scrolls sideways on the narrowest viewport. `within` limits the check to part of the page, `except` leaves a part out.
 * `isHeldBack`: the test holds back the records to check the loading state. `isKnown`: a page of the same make was checked
 * before, so that its colours have nothing new to show: they are those of src/panel/theme/tokens.ts.
 */
export async function findViolations(
  page: Page,
  { within = "html", except = "", isHeldBack = false, isKnown = false } = {},
): Promise<string[]> {
  const part: Part = except === "" ? within : { include: [[within]], exclude: [[except]] };
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page, part, isKnown ? otherRules : wcag, isHeldBack);
  const dark = isKnown ? [] : await findInDark(page, part, isHeldBack);
  return [...light, ...dark, ...(await findSidewaysScrolling(page, isHeldBack))];
}

async function findInDark(page: Page, part: Part, isHeldBack: boolean): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await runAxe(page, part, colourRules, isHeldBack);
  await page.emulateMedia({ colorScheme: "light" });
  return dark.map((violation) => `dark: ${violation}`);
}

async function findSidewaysScrolling(page: Page, isHeldBack: boolean): Promise<string[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  await settle(page, { isHeldBack });
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (size) await page.setViewportSize(size);
  return excess > 0 ? [`reflow: ${excess} px too wide for ${NARROWEST} px`] : [];
}

async function runAxe(page: Page, part: Part, rules: RunOptions, isHeldBack: boolean): Promise<string[]> {
  await settle(page, { isHeldBack });
  const { violations } = await page.evaluate<AxeResults, [Part, RunOptions]>(
    ([elements, options]) => (window as unknown as { axe: typeof import("axe-core") }).axe.run(elements, options),
    [part, rules],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
  );
}
