import type { BrowserContext, Page } from "playwright";
import { openBrowser } from "../tests/support/browser.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { requestToken } from "./load.ts";
import { LOGIN, startPanel } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROUNDS = 20;

/** One application as somebody clicks through it: where it begins, and what to press and to wait for. */
interface App {
  readonly start: string;
  /** Stands on the first page when it is ready to be used. */
  readonly ready: string;
  readonly menuEntry: string;
  readonly filledList: string;
  readonly edit: string;
  readonly filledForm: string;
}

interface Walk {
  readonly list: number;
  readonly form: number;
  /** Sum of all layout shifts from the first page to the form. */
  readonly shift: number;
}

/** From a click to a filled list and to a filled form, in milliseconds, against a minimal react-admin application. */
export async function benchScreens(): Promise<Figure[]> {
  const [browser, server] = await Promise.all([openBrowser(), startPanel()]);
  const baseline = await serveBaseline(server.url);
  try {
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const ours: App = {
      start: `${server.url}/?v1_auth=${token}#/dashboard`,
      ready: "main h1",
      menuEntry: 'nav a[href="#/customer"]',
      filledList: "tbody th[scope=row] a",
      edit: 'tbody a[href$="/customer/3/edit"]',
      filledForm: "#field-external_id",
    };
    const theirs: App = {
      start: `${baseline.url}/?token=${token}#/domains`,
      ready: "tbody tr",
      menuEntry: 'a[href="#/customers"]',
      // The first page has rows too; only these have such a column.
      filledList: "tbody td.column-external_id",
      edit: "tbody tr:nth-child(3) td.column-external_id",
      filledForm: "form input",
    };
    const contexts = { ours: await browser.newContext(), theirs: await browser.newContext() };
    const walks: Record<"ours" | "theirs", Walk[]> = { ours: [], theirs: [] };
    // The first round fills the browser's cache and does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [await walk(contexts.ours, ours), await walk(contexts.theirs, theirs)];
      if (round > 0) {
        walks.ours.push(one);
        walks.theirs.push(other);
      }
    }
    return [
      ...(["list", "form"] as const).flatMap((part) => [
        compare(`click to filled ${part}, median`, walks, part, median),
        compare(`click to filled ${part}, p95`, walks, part, percentile95),
      ]),
      largestShift(walks.ours),
    ];
  } finally {
    await browser.close();
    await Promise.all([baseline.stop(), server.stop()]);
  }
}

async function walk(context: BrowserContext, app: App): Promise<Walk> {
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  await page.goto(app.start);
  await page.locator(app.ready).first().waitFor();
  await page.locator(app.menuEntry).first().waitFor();
  await page.waitForLoadState("networkidle");
  const list = await timeClick(page, app.menuEntry, app.filledList);
  await page.waitForLoadState("networkidle");
  const form = await timeClick(page, app.edit, app.filledForm);
  await page.waitForLoadState("networkidle");
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
  await page.close();
  return { list, form, shift };
}

function watchShifts(): void {
  const told = window as unknown as { layoutShift: number };
  told.layoutShift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) told.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Milliseconds from a click to the frame in which the awaited element is there: both applications show a form only when it is filled. */
async function timeClick(page: Page, link: string, awaited: string): Promise<number> {
  return page.evaluate(
    async ([toClick, toAwait]) => {
      const element = document.querySelector<HTMLElement>(toClick);
      if (!element) throw new Error(`nothing to click at ${toClick}`);
      const started = performance.now();
      element.click();
      while (document.querySelector(toAwait) === null) {
        if (performance.now() - started > 15_000) throw new Error(`${toAwait} did not come`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - started;
    },
    [link, awaited] as const,
  );
}

function compare(
  name: string,
  walks: Record<"ours" | "theirs", readonly Walk[]>,
  part: "list" | "form",
  of: (values: readonly number[]) => number,
): Figure {
  const ours = of(walks.ours.map((walked) => walked[part]));
  const theirs = of(walks.theirs.map((walked) => walked[part]));
  return {
    name,
    ours: milliseconds(ours),
    baseline: milliseconds(theirs),
    value: ours / theirs,
    bound: { atMost: 1 },
  };
}

function largestShift(walks: readonly Walk[]): Figure {
  const value = Math.max(...walks.map(({ shift }) => shift));
  return { name: "largest layout shift, dashboard to form", ours: value.toFixed(3), value, bound: { atMost: 0.05 } };
}

function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}
