import type { Browser, BrowserContext, Page } from "playwright";
import { openBrowser } from "../tests/support/browser.ts";
import { Transfers } from "../tests/support/transfers.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { type After, measureMs, scenario } from "./scenario.ts";
import { LOGIN, startPlatform } from "./support.ts";

/** A minimal react-admin application with guessers, in front of the same platform or of ten rows of its own. */
async function startBaseline(after: After, api?: string): Promise<string> {
  const baseline = await serveBaseline(api);
  after(() => baseline.stop());
  return baseline.url;
}

async function startBrowser(after: After): Promise<Browser> {
  const browser = await openBrowser();
  after(() => browser.close());
  return browser;
}

/** Compressed JavaScript received until the login and until the frame with the first filled list. */
export const javascript = scenario({
  name: "javascript",
  setup: async (after) => ({
    platform: await startPlatform(after, "embedded"),
    minimal: await startBaseline(after),
    browser: await startBrowser(after),
  }),
  run: async ({ platform: { url, passwords }, browser }) => {
    const page = await (await browser.newContext()).newPage();
    const transfers = await Transfers.of(page);
    await page.goto(`${url}/#/login/admin?next=%2Fdomain`);
    const button = page.getByRole("button", { name: "Log in" });
    await button.waitFor();
    const login = transfers.scripts / 1024;
    await page.getByRole("textbox", { name: "User name" }).fill(LOGIN);
    await page.getByLabel("Password", { exact: true }).fill(passwords.get(LOGIN) ?? "");
    await button.click();
    return { login, "first list": (await transfers.untilFirstRow()).scripts / 1024 };
  },
  unit: "KB",
  baseline: async ({ minimal, browser }) => {
    const page = await (await browser.newContext()).newPage();
    const transfers = await Transfers.of(page);
    await page.goto(minimal);
    await page.getByText("sip0.example").waitFor();
    return { login: transfers.scripts / 1024, "first list": transfers.scripts / 1024 };
  },
  bound: { login: { atMost: 0.25 }, "first list": { atMost: 1.05 } },
});

/** A way through an application: the page to start at, the links to click and the elements to wait for. */
interface App {
  readonly context: BrowserContext;
  readonly start: string;
  /** Visible on the first page once it is usable. */
  readonly ready: string;
  readonly menuEntry: string;
  readonly filledList: string;
  readonly edit: string;
  readonly filledForm: string;
}

const selectors = {
  ready: "main h1:not([data-loading])",
  menuEntry: 'nav a[href="#/customer"]',
  filledList: "tbody th[scope=row] a",
  edit: 'tbody a[href$="/customer/3/edit"]',
  filledForm: "#field-external_id",
};

/** From a click in the menu to the first row, and from one on "Edit" to the filled form, in new pages with a warm cache. */
export const clicks = scenario({
  name: "clicks",
  setup: async (after) => {
    const { url, token } = await startPlatform(after, "embedded");
    const minimal = await startBaseline(after, url);
    const browser = await startBrowser(after);
    const ours: App = {
      context: await browser.newContext(),
      start: `${url}/?v1_auth=${token}#/dashboard`,
      ...selectors,
    };
    const theirs: App = {
      context: await browser.newContext(),
      start: `${minimal}/?token=${token}#/domains`,
      ready: "tbody tr",
      menuEntry: 'a[href="#/customers"]',
      // Only this list has the column; the first page has rows too.
      filledList: "tbody td.column-external_id",
      edit: "tbody tr:nth-child(3) td.column-external_id",
      filledForm: "form input",
    };
    return { ours, theirs };
  },
  run: ({ ours }) => visit(ours),
  unit: "ms",
  baseline: ({ theirs }) => visit(theirs),
  bound: { list: { atMost: 1 }, form: { atMost: 1 } },
  rounds: 20,
});

async function visit({ context, ...app }: App) {
  const page = await context.newPage();
  await page.goto(app.start);
  await page.locator(app.ready).first().waitFor();
  await page.locator(app.menuEntry).first().waitFor();
  await untilQuiet(page);
  const list = await timeClick(page, app.menuEntry, app.filledList);
  await untilQuiet(page);
  const form = await timeClick(page, app.edit, app.filledForm);
  await page.close();
  return { list, form };
}

/** A first visit on a processor of a quarter of the speed, with nothing in the cache; what moves from there to the form. */
export const cold = scenario({
  name: "cold",
  setup: async (after) => ({
    ...(await startPlatform(after, "embedded")),
    browser: await startBrowser(after),
  }),
  run: async ({ url, token, browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(watchShifts);
    const ms = await measureMs(async () => {
      await page.goto(`${url}/?v1_auth=${token}#/customer`, { waitUntil: "commit" });
      await page.locator(selectors.filledList).first().waitFor();
    });
    await untilQuiet(page);
    for (const [link, expected] of [
      ['a[href="#/dashboard"]', selectors.ready],
      [selectors.menuEntry, selectors.filledList],
      [selectors.edit, selectors.filledForm],
    ] as const) {
      await timeClick(page, link, expected);
      await untilQuiet(page);
    }
    const shift = await page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift);
    await context.close();
    return { "first list": ms / 1000, "layout shift": shift };
  },
  unit: "s",
  bound: { "first list": { atMost: 4.4 }, "layout shift": { atMost: 0.05, unit: "" } },
  rounds: 5,
});

function watchShifts(): void {
  const recording = window as unknown as { layoutShift: number };
  recording.layoutShift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) recording.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
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

/** Milliseconds from a click to the frame with the expected element. Both applications only show filled forms. */
async function timeClick(page: Page, link: string, expectedSelector: string): Promise<number> {
  return page.evaluate(
    async ([toClick, expected]) => {
      const element = document.querySelector<HTMLElement>(toClick);
      if (!element) throw new Error(`${toClick} not found`);
      const started = performance.now();
      element.click();
      while (document.querySelector(expected) === null) {
        if (performance.now() - started > 60_000) throw new Error(`${expected} did not appear`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - started;
    },
    [link, expectedSelector] as const,
  );
}
