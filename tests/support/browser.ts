import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { ensureBrowser } from "../../scripts/browser.mjs";
import { asking } from "./asking.ts";
import { recordNotices } from "./notices.ts";
import { noteSecretsIn } from "./runLogs.ts";

/** Milliseconds for elements to appear, as generous to busy machines as `expect.poll` is (vite.config.ts). */
const TIMEOUT = 120_000;

export type PageOptions = Pick<
  BrowserContextOptions,
  "viewport" | "colorScheme" | "reducedMotion" | "timezoneId" | "locale" | "permissions"
>;

/** Playwright's own, as Chromium takes only the last list, and parts of Chromium that take a third of its CPU. */
const disabledFeatures = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  "PreconnectToSearch",
  // Suggestions of the address bar: each window loads their page into a process of its own.
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  // A process for whatever page is opened next.
  "SpareRendererForSitePerProcess",
];

/** Opens a headless Chromium, without a sandbox because tests also run as root. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      `--disable-features=${disabledFeatures.join(",")}`,
      // A microphone that beeps, for pages that are allowed to use one.
      "--use-fake-device-for-media-stream",
    ],
  });
}

let browserOfProcess: Promise<Browser> | undefined;

/** The browser shared by all test files of a process; each opens its own pages. */
export function sharedBrowser(): Promise<Browser> {
  browserOfProcess ??= openBrowser();
  return browserOfProcess;
}

/** Opens a page without animations that records script errors and content security violations in `problems`. */
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
  page.setDefaultTimeout(TIMEOUT);
  await recordNotices(page);
  page.on("request", (request) => {
    const headers = request.headers();
    noteSecretsIn(headers);
    if (headers["content-type"]?.includes("json")) noteSecretsIn(JSON.parse(request.postData() ?? "null"));
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text()))
      problems.push(message.text());
  });
  return { page, context };
}

/** Elements that are only shown while loading or after a press. */
const transient = "[aria-busy=true], .MuiSkeleton-root, .MuiTouchRipple-child, [data-progress]";

/** Waits until the page is idle: records (unless held back), fonts, transitions. */
export async function settle(page: Page, { isHeldBack = false } = {}): Promise<void> {
  if (!isHeldBack) await page.waitForFunction((selector) => !document.querySelector(selector), transient, asking);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Transitions start with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // Canceled transitions reject, but are over too.
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}
