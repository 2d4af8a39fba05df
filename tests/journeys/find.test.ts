import { expect, test } from "vitest";
import { countWork } from "../support/countWork.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();
const PALETTE = "Page, name, number, domain or ID";

const box = ({ page }: PanelPage) => page.getByRole("combobox", { name: PALETTE });
const option = ({ page }: PanelPage, name: RegExp) => page.getByRole("option", { name });

/** Until then the results are those of a shorter text, of which Enter runs none that changes a record. */
const searched = ({ page }: PanelPage) =>
  page
    .getByRole("status")
    .getByText(/^\d+ results?$/)
    .waitFor();

test("a subscriber is found by a part of a number and locked: no click, one page", async () => {
  const panel = await journey.openAs("administrator", { address: "/domain" });
  await panel.seeRow("voip.platform.example");
  const work = await countWork(panel);
  const { keyboard } = panel.page;
  await keyboard.press("Control+k");
  await keyboard.type("460113");
  const found = option(panel, /Subscriber #8/);
  // Before, it may be found by what was typed until then.
  await expect.poll(() => found.locator("mark").allTextContents()).toEqual(["460113"]);
  expect(await found.textContent()).toContain("Foxglove Bakery");
  expect(await found.textContent()).toContain("Active");
  await keyboard.press("Tab");
  await option(panel, /^Lock$/).waitFor();
  await keyboard.press("ArrowDown");
  await expect.poll(() => option(panel, /^Lock$/).getAttribute("aria-selected")).toBe("true");
  await keyboard.press("Enter");
  await panel.seeNotice("Status of");
  const { keys, clicks, pages } = await work();
  console.log(`find by part of a number and lock: ${clicks} clicks, ${keys} keys, ${pages} page`);
  expect({ clicks, pages }).toEqual({ clicks: 0, pages: 1 });
  expect(keys).toBeLessThanOrEqual(11);

  // The same words the other way round.
  await keyboard.press("Control+k");
  await keyboard.type("unlock 460113");
  await option(panel, /Unlock .*Subscriber #8/).waitFor();
  await searched(panel);
  await keyboard.press("Enter");
  await panel.seeNotice("Status of");
  await panel.visit("/subscriber/8/details");
  await panel.page.getByText("Active", { exact: true }).first().waitFor();
});

test("what is pasted opens its overview: owner, registrations, calls, changes and actions", async () => {
  const panel = await journey.openAs("administrator", { address: "/domain" });
  await panel.seeRow("voip.platform.example");
  const { keyboard } = panel.page;
  await keyboard.press("Control+k");
  await box(panel).waitFor();
  await panel.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel.page.evaluate(() => navigator.clipboard.writeText("+44 20 7946 0113"));
  await keyboard.press("Control+v");
  await panel.page.getByRole("heading", { level: 2, name: /@foxglove-bakery/ }).waitFor();
  for (const name of ["Registered devices", "Latest calls", "Latest changes"])
    await panel.page.getByRole("heading", { level: 3, name }).waitFor();
  await option(panel, /^Lock$/).waitFor();
  // Escape leads back to the results, and then closes.
  await keyboard.press("Escape");
  await option(panel, /Subscriber #8/).waitFor();
  // Those who point open it beside the result, and type on.
  await option(panel, /Subscriber #8/)
    .locator("[title^='Actions for']")
    .click();
  await option(panel, /^Lock$/).waitFor();
  await keyboard.type("7");
  await expect.poll(() => box(panel).inputValue()).toBe("+44 20 7946 01137");
  await keyboard.press("Escape");
  await box(panel).waitFor({ state: "detached" });
});

test("no keystroke is lost on a slowed processor, 20 ms a key, from the shortcut on", async () => {
  const panel = await journey.openAs("administrator", { address: "/domain" });
  await panel.seeRow("voip.platform.example");
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const typed = "foxglove bakery 46011 and more";
  const key = (text: string, modifiers = 0) => ({
    key: text,
    code: /[a-z]/.test(text) ? `Key${text.toUpperCase()}` : "",
    windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0),
    modifiers,
  });
  // Sent without waiting for the page, as a keyboard does.
  const sent: Promise<unknown>[] = [];
  const start = Date.now();
  const send = async (text: string, modifiers = 0) => {
    const parts = key(text, modifiers);
    const shown = modifiers ? {} : { text };
    sent.push(
      session.send("Input.dispatchKeyEvent", { type: modifiers ? "rawKeyDown" : "keyDown", ...parts, ...shown }),
    );
    sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", ...parts }));
    const due = start + (sent.length / 2) * 20;
    await new Promise((resolve) => setTimeout(resolve, Math.max(due - Date.now(), 0)));
  };
  await send("k", 2);
  for (const letter of typed) await send(letter);
  await Promise.all(sent);
  await expect.poll(() => box(panel).inputValue()).toBe(typed);
});
