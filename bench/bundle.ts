import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright";
import { summaries } from "../src/generated/index.gen.ts";
import { openBrowser } from "../tests/support/browser.ts";
import type { Server } from "../tests/support/server.ts";
import { Transfers } from "../tests/support/transfers.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { logIn, startPanel } from "./panel.ts";
import { type Figure, kilobytes } from "./report.ts";

const ASSETS = fileURLToPath(new URL("../dist/panel/assets", import.meta.url));

/** Compressed bytes of JavaScript transferred until the login and until the first filled list. */
export async function benchBundle(): Promise<Figure[]> {
  const [browser, baseline, server] = await Promise.all([openBrowser(), serveBaseline(), startPanel()]);
  try {
    const theirs = await (await browser.newContext()).newPage();
    const minimal = await Transfers.of(theirs);
    await theirs.goto(baseline.url);
    await theirs.getByText("sip0.example").waitFor();
    const whole = minimal.scripts;

    const page = await (await browser.newContext()).newPage();
    const transfers = await Transfers.of(page);
    await page.goto(`${server.url}/#/login/admin?next=%2Fdomain`);
    await page.getByRole("button", { name: "Log in" }).waitFor();
    const login = transfers.scripts;
    await logIn(page, server);
    const { scripts: list } = await transfers.untilFirstRow();
    const way = await visitDashboard(browser, server);

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
      {
        name: "all files, login to dashboard to list",
        ours: String(way.files.length),
        value: way.files.length,
        bound: { atMost: 40 },
      },
      {
        name: "all files, login to dashboard to list, KB",
        ours: kilobytes(way.bytes),
        value: way.bytes / 1024,
        bound: { atMost: 400 },
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([baseline.stop(), server.stop()]);
  }
}

/** The usual path after logging in; tests/journeys/login.test.ts takes it too. */
async function visitDashboard(browser: Browser, server: Server) {
  const page = await (await browser.newContext()).newPage();
  const transfers = await Transfers.of(page);
  await page.goto(server.url);
  await logIn(page, server);
  await page.locator("main h1:not([data-loading])").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator('nav a[href="#/customer"]').first().click();
  return transfers.untilFirstRow();
}

/** The largest chunk of a single resource: descriptor with rules and validator, texts and custom screens. */
function largestResourceChunk(): { name: string; bytes: number } {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith(".js.br"));
  const chunks = Object.keys(summaries).map((name) => {
    const own = files.filter((file) => file.startsWith(`${name}.gen-`) || file.startsWith(`${name}-`));
    return { name, bytes: own.reduce((sum, file) => sum + statSync(join(ASSETS, file)).size, 0) };
  });
  return chunks.reduce((largest, chunk) => (chunk.bytes > largest.bytes ? chunk : largest));
}
