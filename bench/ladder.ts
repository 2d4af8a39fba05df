import type { Page } from "playwright";
import type { Captured } from "../src/core/sip/captured.ts";
import { buildLadder } from "../src/core/sip/ladder.ts";
import { writePcap } from "../src/core/sip/pcap.ts";
import { buildSampleCall, sampleKinds } from "../src/core/sip/sampleCalls.ts";
import { openBrowser } from "../tests/support/browser.ts";
import { logIn, startPanel } from "./panel.ts";
import { type Figure, median } from "./report.ts";

const MESSAGES = 500;
const ROUNDS = 7;
/** Maximum in milliseconds. */
const MAX_MS = 200;

/** A ladder of 500 messages: working it out, and drawing it in the browser. */
export async function benchLadder(): Promise<Figure[]> {
  const messages = manyMessages();
  const built = median(
    Array.from({ length: ROUNDS }, () => {
      const started = performance.now();
      buildLadder(messages);
      return performance.now() - started;
    }),
  );
  const [server, browser] = await Promise.all([startPanel(), openBrowser()]);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/#/login/admin?${new URLSearchParams({ next: "/callflow/file" })}`);
    await logIn(page, server);
    await page.locator("input[type=file]").waitFor({ state: "attached" });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await drawn(page, messages, round));
    const value = median(times);
    const name = `ladder of ${MESSAGES} messages`;
    return [
      { name: `${name}, worked out, ms`, ours: `${built.toFixed(1)} ms`, value: built, bound: { atMost: MAX_MS } },
      {
        name: `${name}, from a chosen file to the screen, ms`,
        ours: `${Math.round(value)} ms`,
        value,
        bound: { atMost: MAX_MS },
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Milliseconds from the choice of a file to the frame that shows its ladder. */
async function drawn(page: Page, messages: readonly Captured[], round: number): Promise<number> {
  await page.evaluate(() => {
    const input = document.querySelector("input[type=file]");
    input?.addEventListener("change", () => performance.mark("ladder-chosen"), { capture: true, once: true });
  });
  const buffer = Buffer.from(writePcap(messages));
  await page.setInputFiles("input[type=file]", { name: `mail${round}.pcap`, mimeType: "", buffer });
  return page.evaluate(async (name) => {
    while (
      document.querySelector(".flow-file-ways span")?.textContent !== name ||
      document.querySelectorAll(".ladder tbody tr").length < 500
    )
      await new Promise((done) => requestAnimationFrame(done));
    // The frame after the one in which it was found has it on the screen.
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - (performance.getEntriesByName("ladder-chosen").at(-1)?.startTime ?? 0);
  }, `mail${round}`);
}

/** Calls of all kinds, one after the other. */
function manyMessages(): readonly Captured[] {
  const phone = (user: string, address: string) => ({
    user,
    domain: "example.org",
    endpoint: { address, port: 5060 },
    agent: "Phone",
  });
  const messages: Captured[] = [];
  for (let call = 0; messages.length < MESSAGES; call++) {
    const kind = sampleKinds[call % sampleKinds.length] ?? "answered";
    const parties = {
      caller: phone("431", "198.51.100.20"),
      callee: phone("432", "203.0.113.7"),
      third: phone("433", "203.0.113.9"),
    };
    const start = 1_767_225_600_000_000 + call * 60_000_000;
    messages.push(...buildSampleCall(kind, { callId: `${call}@example.org`, start, ...parties }));
  }
  return messages.slice(0, MESSAGES);
}
