import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { ensureBrowser } from "../../scripts/browser.mjs";

export type PageOptions = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion" | "timezoneId">;

/** A headless Chromium; without a sandbox, because the tests also run as root. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** A page that fails its test on any script error or refused content policy; without movement, which takes time to look at. */
export async function openPage(
  browser: Browser,
  problems: string[],
  options: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text()))
      problems.push(message.text());
  });
  return { page, context };
}

/** What stands on a page only while it waits for something, or has just been pressed. */
const passing = "[aria-busy=true], .MuiSkeleton-root, .MuiTouchRipple-child, .page-progress";

/** Waits until nothing on the page is on its way any more: records, fonts, transitions. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction((selector) => !document.querySelector(selector), passing);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What was just done starts its transitions with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // One that is cancelled rejects, and is over too.
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}
