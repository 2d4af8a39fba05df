import type { BrowserContext, Page } from "playwright";
import { openBrowser } from "../tests/support/browser.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { requestToken } from "./load.ts";
import { LOGIN, startPanel } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROUNDS = 20;

/** How to click through an application: where to start, what to click and what to wait for. */
interface App {
  readonly start: string;
  /** Visible on the first page once it is usable. */
  readonly ready: string;
  readonly menuEntry: string;
  readonly filledList: string;
  readonly edit: string;
  readonly filledForm: string;
}

interface Visit {
  readonly list: number;
  readonly form: number;
  /** Sum of layout shifts from the first page to the form. */
  readonly shift: number;
}

/** Milliseconds from a click to a filled list and to a filled form, against a minimal react-admin application. */
export async function benchScreens(): Promise<Figure[]> {
  const [browser, server] = await Promise.all([openBrowser(), startPanel()]);
  const baseline = await serveBaseline(server.url);
  try {
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const ours: App = {
      start: `${server.url}/?v1_auth=${token}#/dashboard`,
      ready: "main h1:not([data-loading])",
      menuEntry: 'nav a[href="#/customer"]',
      filledList: "tbody th[scope=row] a",
      edit: 'tbody a[href$="/customer/3/edit"]',
      filledForm: "#field-external_id",
    };
    const theirs: App = {
      start: `${baseline.url}/?token=${token}#/domains`,
      ready: "tbody tr",
      menuEntry: 'a[href="#/customers"]',
      // Only this list has the column; the first page has rows too.
      filledList: "tbody td.column-external_id",
      edit: "tbody tr:nth-child(3) td.column-external_id",
      filledForm: "form input",
    };
    const contexts = { ours: await browser.newContext(), theirs: await browser.newContext() };
    const visits: Record<"ours" | "theirs", Visit[]> = { ours: [], theirs: [] };
    // The first round fills the browser's cache and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [await visit(contexts.ours, ours), await visit(contexts.theirs, theirs)];
      if (round > 0) {
        visits.ours.push(one);
        visits.theirs.push(other);
      }
    }
    return [
      ...(["list", "form"] as const).flatMap((part) => [
        compare(`click to filled ${part}, median`, visits, part, median),
        compare(`click to filled ${part}, p95`, visits, part, percentile95),
      ]),
      largestShift(visits.ours),
    ];
  } finally {
    await browser.close();
    await Promise.all([baseline.stop(), server.stop()]);
  }
}

async function visit(context: BrowserContext, app: App): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  await page.goto(app.start);
  await page.locator(app.ready).first().waitFor();
  await page.locator(app.menuEntry).first().waitFor();
  await untilQuiet(page);
  const list = await timeClick(page, app.menuEntry, app.filledList);
  await untilQuiet(page);
  const form = await timeClick(page, app.edit, app.filledForm);
  await untilQuiet(page);
  const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
  await page.close();
  return { list, form, shift };
}

/**
 * Waits until the page has sent no request for half a second, about the time between two clicks. Load states do not
 * work: a page that reached "networkidle" stays there.
 */
async function untilQuiet(page: Page): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  let restart = () => {};
  await new Promise<void>((resolve) => {
    restart = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 500);
    };
    page.on("request", restart);
    page.on("requestfinished", restart);
    restart();
  });
  page.off("request", restart);
  page.off("requestfinished", restart);
}

function watchShifts(): void {
  const recording = window as unknown as { layoutShift: number };
  recording.layoutShift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) recording.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Milliseconds from a click to the frame with the expected element. Both applications only show filled forms. */
async function timeClick(page: Page, link: string, expectedSelector: string): Promise<number> {
  return page.evaluate(
    async ([toClick, expected]) => {
      const element = document.querySelector<HTMLElement>(toClick);
      if (!element) throw new Error(`${toClick} not found`);
      const started = performance.now();
      element.click();
      while (document.querySelector(expected) === null) {
        if (performance.now() - started > 15_000) throw new Error(`${expected} did not appear`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - started;
    },
    [link, expectedSelector] as const,
  );
}

function compare(
  name: string,
  visits: Record<"ours" | "theirs", readonly Visit[]>,
  part: "list" | "form",
  of: (values: readonly number[]) => number,
): Figure {
  const ours = of(visits.ours.map((one) => one[part]));
  const theirs = of(visits.theirs.map((one) => one[part]));
  return {
    name,
    ours: milliseconds(ours),
    baseline: milliseconds(theirs),
    value: ours / theirs,
    bound: { atMost: 1 },
  };
}

function largestShift(visits: readonly Visit[]): Figure {
  const value = Math.max(...visits.map(({ shift }) => shift));
  return { name: "largest layout shift, dashboard to form", ours: value.toFixed(3), value, bound: { atMost: 0.05 } };
}

function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}
