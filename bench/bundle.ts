import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { summaries } from "../src/generated/index.gen.ts";
import { openBrowser } from "../tests/support/browser.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { logIn, startPanel } from "./panel.ts";
import { type Figure, kilobytes } from "./report.ts";

const ASSETS = fileURLToPath(new URL("../dist/panel/assets", import.meta.url));

/** Bytes of JavaScript as they cross the network, brotli, up to a usable login and up to the first filled list. */
export async function benchBundle(): Promise<Figure[]> {
  const [browser, baseline, server] = await Promise.all([openBrowser(), serveBaseline(), startPanel()]);
  try {
    const theirs = await (await browser.newContext()).newPage();
    const minimal = await countScripts(theirs);
    await theirs.goto(baseline.url);
    await theirs.getByText("sip0.example").waitFor();
    const whole = minimal();

    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(noteFirstRow);
    const transferred = await countScripts(page);
    await page.goto(`${server.url}/#/login/admin?next=%2Fdomain`);
    await page.getByRole("button", { name: "Log in" }).waitFor();
    const login = transferred();
    await logIn(page, server);
    await page.getByRole("rowheader").first().waitFor();
    const list = transferred(await page.evaluate(() => (window as unknown as Watched).firstRowAt));

    const chunk = largestResourceChunk();
    const ratio = (name: string, ours: number, atMost: number): Figure => ({
      name,
      ours: kilobytes(ours),
      baseline: kilobytes(whole),
      value: ours / whole,
      bound: { atMost },
    });
    return [
      ratio("JavaScript to a usable login", login, 0.25),
      ratio("JavaScript to the first list", list, 1),
      {
        name: `largest chunk of a resource (${chunk.name}), KB`,
        ours: kilobytes(chunk.bytes),
        value: chunk.bytes / 1024,
        bound: { atMost: 12 },
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([baseline.stop(), server.stop()]);
  }
}

type Watched = { firstRowAt: number };

/** When the first row was there: what is fetched after that, beforehand for other pages, may be quicker than who looks. */
function noteFirstRow(): void {
  const told = window as unknown as Watched;
  // No function with a name: tsx would look for a helper of its own in the page.
  new MutationObserver((_, observer) => {
    if (!document.querySelector("tbody th[scope=row]")) return;
    told.firstRowAt = performance.timeOrigin + performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** Starts counting what the page transfers as scripts; the returned function tells the bytes until then (ms since 1970). */
async function countScripts(page: Page): Promise<(until?: number) => number> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  const files: { readonly bytes: number; readonly at: number }[] = [];
  /** From the browser's own clock, seconds, to that of the calendar, seconds. */
  let offset = 0;
  session.on("Network.requestWillBeSent", ({ timestamp, wallTime }) => {
    offset = wallTime - timestamp;
  });
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    if (scripts.has(requestId)) files.push({ bytes: encodedDataLength, at: (timestamp + offset) * 1000 });
  });
  await session.send("Network.enable");
  return (until = Number.POSITIVE_INFINITY) =>
    files.reduce((sum, { bytes, at }) => (at <= until ? sum + bytes : sum), 0);
}

/** What only one resource needs: its descriptor with rules and validator, its texts, and screens written for it. */
function largestResourceChunk(): { name: string; bytes: number } {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith(".js.br"));
  const chunks = Object.keys(summaries).map((name) => {
    const own = files.filter((file) => file.startsWith(`${name}.gen-`) || file.startsWith(`${name}-`));
    return { name, bytes: own.reduce((sum, file) => sum + statSync(join(ASSETS, file)).size, 0) };
  });
  return chunks.reduce((largest, chunk) => (chunk.bytes > largest.bytes ? chunk : largest));
}
