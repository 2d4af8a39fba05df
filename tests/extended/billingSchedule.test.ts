import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

const clientOf = (panel: PanelPage) =>
  HttpClient.login(new URL(panel.page.url()).origin, "administrator", journey.passwordOf("administrator"));

test("an end of a schedule is dragged on the line of time, and saved", async () => {
  const panel = await journey.goOnAs("administrator");
  const api = await clientOf(panel);
  const customers = await api.all("customers", "reseller_id=2");
  const id = customers.find(
    ({ billing_profiles }) => Array.isArray(billing_profiles) && billing_profiles.length === 1,
  )?.id;
  await panel.visit(`/customer/${id}/details/billing-profile-sch`);
  const handle = panel.page.getByRole("slider");
  await handle.waitFor();
  // What is still being laid out moves.
  await settle(panel.page);
  const line = await panel.page.locator("div:has(> [role=slider])").boundingBox();
  const grip = await handle.boundingBox();
  if (!line || !grip) throw new Error("nothing is drawn");
  const before = await handle.getAttribute("aria-valuenow");
  await panel.page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await panel.page.mouse.down();
  await panel.page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 5 });
  await panel.page.mouse.up();
  await expect.poll(async () => Number(await handle.getAttribute("aria-valuenow"))).toBeLessThan(Number(before));
  await panel.press("Save schedule");
  await panel.seeNotice("Billing schedule saved");
  const stored = (await api.request("GET", `/api/customers/${id}`)).body?.billing_profiles;
  expect(JSON.stringify(stored)).not.toContain("2031-01-01");
});
