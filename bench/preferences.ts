import type { Page } from "playwright";
import { openBrowser } from "../tests/support/browser.ts";
import { longestInteraction, watchInteractions } from "./interactions.ts";
import { requestToken } from "./load.ts";
import { LOGIN, startPanel } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const ROUNDS = 10;
/** Searches by name, label and group; the first letter of each matches nearly all. */
const SEARCHES = ["allowed_ips", "concurrent calls", "call blocking"];

/** The 300 preferences of a subscriber: time until they are usable, and responsiveness while typing. */
export async function benchPreferences(): Promise<Figure[]> {
  const [browser, server] = await Promise.all([openBrowser(), startPanel()]);
  try {
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const context = await browser.newContext();
    const times: number[] = [];
    let slowest: Figure | undefined;
    // The first round fills the browser's cache and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const page = await context.newPage();
      await page.goto(`${server.url}/?v1_auth=${token}#/subscriber`);
      const link = page.locator('a[href$="/preferences"]').first();
      await link.waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      const time = await timeOpening(page);
      if (round > 0) times.push(time);
      if (round === ROUNDS) slowest = await searchAndEdit(page);
      await page.close();
    }
    const value = Math.max(...times);
    return [
      {
        name: `click to usable preferences of a subscriber (median ${milliseconds(median(times))}), slowest`,
        ours: milliseconds(value),
        value,
        bound: { atMost: 1000 },
      },
      ...(slowest ? [slowest] : []),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Milliseconds from clicking a row's link to the frame with search and groups. */
async function timeOpening(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const link = document.querySelector<HTMLElement>('a[href$="/preferences"]');
    if (!link) throw new Error("no link to the preferences");
    const started = performance.now();
    link.click();
    while (!document.querySelector("main input[type=search]") || !document.querySelector("main section h2")) {
      if (performance.now() - started > 15_000) throw new Error("the preferences did not load");
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - started;
  });
}

/** Searches and edits a match at the pace of a fast typist. */
async function searchAndEdit(page: Page): Promise<Figure> {
  await watchInteractions(page);
  const search = page.locator("main input[type=search]");
  for (const text of SEARCHES) {
    await search.fill("");
    await search.pressSequentially(text, { delay: 60 });
    const field = page.locator("main [role=group] input[type=text]").first();
    if ((await field.count()) > 0) await field.pressSequentially("12345", { delay: 60 });
    await field.press("Escape").catch(() => undefined);
  }
  return longestInteraction(page, "a subscriber's preferences");
}
