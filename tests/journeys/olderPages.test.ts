import { afterAll, expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import { OlderPanel } from "../support/olderPanel.ts";

const older = await OlderPanel.start();
const journey = startJourney({ env: { LEGACY_URL: older.url } });
afterAll(() => older.stop());

test("a page of the older panel is framed, and its links keep the address in step", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Peering overview");
  const frame = panel.page.frameLocator('iframe[title="Peering overview"]');
  await frame.getByRole("heading", { name: "Peerings of the older panel" }).waitFor();
  expect(older.requests.at(-1)).toMatch(/^\/peeringoverview\?lang=en&framed=1&back=/);
  const height = async () => (await panel.page.locator("iframe").boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(1500);

  await frame.getByRole("link", { name: "More" }).click();
  await frame.getByRole("heading", { name: "One peering" }).waitFor();
  await panel.seeAddress("/peeringoverview/detail");

  await panel.open("/peeringoverview");
  await frame.getByRole("button", { name: "Customers" }).click();
  await panel.seeHeading("Customers");
});

test("what the older panel refuses, or has logged out of, is told by the panel", async () => {
  const panel = await journey.openAs("administrator");
  await panel.open("/ncos");
  await panel.seeHeading("Forbidden");
  await panel.open("/lnp");
  await panel.seeHeading("Page not found");
  await panel.open("/sound");
  await panel.see("Your session has ended");
});

test("an older page is guarded like every other", async () => {
  const panel = await journey.openAs("shopkeeper");
  expect(await panel.menu.getByRole("link", { name: "Peering overview" }).count()).toBe(0);
  await panel.open("/peeringoverview");
  await panel.seeHeading("Forbidden");
});

test("the page says so when the older panel does not answer", async () => {
  const panel = await journey.openAs("administrator");
  await older.stop();
  await panel.open("/timeset");
  await panel.see("The older panel does not answer.");
  await panel.page.getByRole("button", { name: "Try again" }).waitFor();
});
