import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { settle } from "./browser.ts";
import { MARKED, markNewLooks, unmark } from "./newLooks.ts";

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

/** The rules that a different theme can break. */
const colourRules: RunOptions = {
  ...wcag,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** The marked elements, or all within while fewer than `count` have kept their marks: what is rendered anew loses them. */
interface Part {
  readonly within: string;
  readonly count: number;
  readonly exclude: string[][];
}

export interface Checked {
  /** Limits the check to part of the page. */
  readonly within?: string;
  /** Leaves a part out. */
  readonly except?: string;
  /** The test holds back the records to check the loading state. */
  readonly isHeldBack?: boolean;
}

/** WCAG 1.4.10: 1280 pixels at 400 %. */
export const narrowest = { width: 320, height: 800 } as const;

/** What axe finds, and whether the page scrolls sideways on the narrowest viewport. */
export async function findViolations(page: Page, options: Checked = {}): Promise<string[]> {
  const found = await findByAxe(page, options);
  const size = page.viewportSize();
  await page.setViewportSize(narrowest);
  found.push(...(await findSidewaysScrolling(page, options)));
  if (size) await page.setViewportSize(size);
  return found;
}

/**
 * Violations that axe finds in the light and the dark theme, as rule, element and explanation, of elements that look
 * unlike all that were checked since the page was loaded (newLooks.ts).
 */
export async function findByAxe(
  page: Page,
  { within = "html", except = "", isHeldBack = false }: Checked = {},
): Promise<string[]> {
  const exclude = except === "" ? [] : [[except]];
  await page.emulateMedia({ colorScheme: "light" });
  await settle(page, { isHeldBack });
  const count = await page.evaluate(markNewLooks, { within, except });
  if (count === 0) return [];
  const part: Part = { within, count, exclude };
  const light = await runAxe(page, part, wcag);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page, { isHeldBack });
  const dark = await runAxe(page, part, colourRules);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(unmark);
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}

/** Whether the page scrolls sideways in the viewport that it has. */
export async function findSidewaysScrolling(page: Page, { isHeldBack = false }: Checked = {}): Promise<string[]> {
  await settle(page, { isHeldBack });
  const [excess, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth - window.innerWidth,
    window.innerWidth,
  ]);
  return excess > 0 ? [`reflow: ${excess} px too wide for ${width} px`] : [];
}

async function runAxe(page: Page, part: Part, rules: RunOptions): Promise<string[]> {
  // Counted in the page: it may render anew between a count from here and the check.
  const { violations } = await page.evaluate<AxeResults, [Part, RunOptions, string]>(
    ([{ within, count, exclude }, options, marked]) => {
      const isComplete = document.querySelectorAll(marked).length === count;
      const include = [[isComplete ? marked : within]];
      return (window as unknown as { axe: typeof import("axe-core") }).axe.run({ include, exclude }, options);
    },
    [part, rules, MARKED],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
  );
}
