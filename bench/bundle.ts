import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright";
import { ensureBrowser } from "../scripts/browser.mjs";
import { startGateway } from "../tests/support/gateway.ts";
import { serveBaseline } from "./baseline/serve.ts";
import { type Figure, kilobytes } from "./report.ts";

const ASSETS = fileURLToPath(new URL("../dist/panel/assets", import.meta.url));

/** Bytes of JavaScript as they cross the network, brotli, up to a usable login and up to the first filled list. */
export async function benchBundle(): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
  const baseline = await serveBaseline();
  const gateway = await startGateway();
  try {
    const page = await browser.newPage();
    const minimal = await countScripts(page);
    await page.goto(baseline.url);
    await page.getByText("sip0.example").waitFor();
    const whole = minimal();
    await page.close();

    const own = await browser.newPage();
    const transferred = await countScripts(own);
    await own.goto(`${gateway.url}/#/login/admin`);
    await own.getByRole("button", { name: "Log in" }).waitFor();
    const login = transferred();
    await own.goto(`${gateway.url}/?next=%2Fdomain#/login/admin`);
    await own.getByLabel("Login").or(own.getByLabel("User name")).first().fill(gateway.login);
    await own.locator('input[type="password"]').fill(gateway.password);
    await own.getByRole("button", { name: "Log in" }).click();
    await own.waitForURL(/#\/(?!login)/);
    await own.goto(`${gateway.url}/#/domain`);
    await own.locator("tbody a").first().waitFor();
    const list = transferred();

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
        name: `largest resource chunk (${chunk.name}), KB`,
        ours: kilobytes(chunk.bytes),
        value: chunk.bytes / 1024,
        bound: { atMost: 12 },
      },
    ];
  } finally {
    await browser.close();
    await Promise.all([baseline.stop(), gateway.stop()]);
  }
}

/** Starts counting what the page transfers as scripts; the returned function tells the bytes so far. */
async function countScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  return () => bytes;
}

function largestResourceChunk(): { name: string; bytes: number } {
  const chunks = readdirSync(ASSETS)
    .filter((name) => /^[a-z]+\.gen-.*\.js\.br$/.test(name))
    .map((name) => ({ name: name.split(".")[0] ?? name, bytes: statSync(join(ASSETS, name)).size }));
  return chunks.reduce((largest, chunk) => (chunk.bytes > largest.bytes ? chunk : largest), { name: "none", bytes: 0 });
}
