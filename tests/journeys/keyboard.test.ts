import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

test("a subscriber is created by keyboard only, from login and palette to its page", async () => {
  const panel = await journey.openPanel("/dashboard");
  const { keyboard } = panel.page;
  // The user name has the initial focus.
  await focused(panel, "User name");
  await keyboard.type("administrator");
  await keyboard.press("Tab");
  await keyboard.type(journey.passwordOf("administrator"));
  await keyboard.press("Enter");
  await panel.seeHeading("Dashboard");

  await keyboard.press("Control+k");
  await focused(panel, "Page, name, number, domain or ID");
  await keyboard.type("create subscriber");
  await panel.page.getByRole("option", { name: /Create.*subscriber/i }).waitFor();
  await keyboard.press("Enter");
  await panel.seeHeading("Create subscriber");
  await pick(panel, "Customer", "platform test", /Platform test lines/);
  await pick(panel, "Domain", "voip", /voip\.platform\.example/);
  await tabTo(panel, "SIP username");
  await keyboard.type("tasten");
  await tabTo(panel, "SIP password");
  await keyboard.type("Kupfer-Laterne-17!");
  await tabTo(panel, "Country code");
  await keyboard.type("44");
  await tabTo(panel, "Area code");
  await keyboard.type("20");
  await tabTo(panel, "Subscriber number");
  await keyboard.type("79460199");
  await keyboard.press("Enter");

  await panel.seeNotice("Subscriber tasten@voip.platform.example created");
  await panel.seeHeading("tasten@voip.platform.example");
});

test("the skip link leads to the page", async () => {
  const panel = await journey.openAs("administrator", { address: "/domain" });
  await panel.seeHeading("Domains");
  await skipToContent(panel);
  await tabTo(panel, "Create domain", "Tab", 3);
});

/** More presses than the content of any of these pages needs; the menu before it grows with each resource. */
const MAX_PRESSES = 90;

async function skipToContent(panel: PanelPage): Promise<void> {
  await tabTo(panel, "Skip to content");
  await panel.page.keyboard.press("Enter");
}

/** Presses the key until the element with this name has the focus. */
async function tabTo(panel: PanelPage, name: string, key = "Tab", limit = MAX_PRESSES): Promise<void> {
  for (let presses = 0; presses < limit; presses++) {
    if ((await focusedName(panel)) === name) return;
    await panel.page.keyboard.press(key);
  }
  expect(await focusedName(panel), `${name} by ${key}`).toBe(name);
}

/** Searches in a picker and takes the first match. */
async function pick(panel: PanelPage, field: string, text: string, found: RegExp): Promise<void> {
  await tabTo(panel, field);
  await panel.page.keyboard.type(text);
  await panel.page.getByRole("option", { name: found }).first().waitFor();
  await panel.page.keyboard.press("Enter");
}

async function focused(panel: PanelPage, name: string): Promise<void> {
  await expect.poll(() => focusedName(panel), { message: "focus" }).toBe(name);
}

/** Accessible name of the focused element. */
function focusedName(panel: PanelPage): Promise<string> {
  return panel.page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return "";
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const name = element.getAttribute("aria-label") ?? label ?? element.textContent ?? "";
    return name.replace(/\s*\*$/, "").trim();
  });
}
