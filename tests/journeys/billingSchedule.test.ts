import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();
const count = 20;

const clientOf = (panel: PanelPage) =>
  HttpClient.login(new URL(panel.page.url()).origin, "administrator", journey.passwordOf("administrator"));

test("the billing of 20 customers is changed at once, and taken back by one undo", async () => {
  const panel = await journey.goOnAs("administrator");
  const api = await clientOf(panel);
  const [home, business] = await profilesOf(api);
  const contact_id = await api.create("customercontacts", { reseller_id: 2, email: "schedule@example.org" });
  for (let number = 1; number <= count; number++) {
    const external_id = `schedule-${String(number).padStart(2, "0")}`;
    const customer = { contact_id, external_id, billing_profile_id: home, status: "active", type: "sipaccount" };
    await api.create("customers", customer);
  }
  const profiles = async () => {
    const customers = await api.all("customers", "external_id=schedule-*");
    return new Set(customers.map(({ billing_profile_id }) => billing_profile_id));
  };

  await panel.openMenu("Customers");
  await panel.search("schedule-");
  await panel.see(`1–10 of ${count}`);
  await panel.page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await panel.press(`Select all ${count} that match`);
  await panel.press("Change billing");
  const dialog = panel.page.getByRole("dialog", { name: `Change billing: Customers (${count})` });
  await dialog.getByRole("combobox", { name: /^New value/ }).click();
  // Of the reseller that all of them have in common.
  const options = panel.page.getByRole("option");
  await options.filter({ hasText: "Business" }).first().click();
  await dialog.getByText(`Will change (${count})`).waitFor();
  await dialog.getByRole("button", { name: `Change ${count}` }).click();
  await expect.poll(profiles).toEqual(new Set([business]));

  await panel.page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await panel.page.getByText(`${count} changes undone`).waitFor();
  expect(await profiles()).toEqual(new Set([home]));
});

test("an end of a schedule is dragged on the line of time, and saved", async () => {
  const panel = await journey.goOnAs("administrator");
  const api = await clientOf(panel);
  const customers = await api.all("customers", "reseller_id=2");
  const id = customers.find(
    ({ billing_profiles }) => Array.isArray(billing_profiles) && billing_profiles.length === 1,
  )?.id;
  await panel.visit(`/customer/${id}/details/billing-profile-sch`);
  const handle = panel.page.getByRole("slider");
  const line = await panel.page.locator("div:has(> [role=slider])").boundingBox();
  const grip = await handle.boundingBox();
  if (!line || !grip) throw new Error("nothing is drawn");
  const before = await handle.getAttribute("aria-valuenow");
  await panel.page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await panel.page.mouse.down();
  await panel.page.mouse.move(line.x + line.width / 2, line.y + line.height / 2, { steps: 5 });
  await panel.page.mouse.up();
  const after = await handle.getAttribute("aria-valuenow");
  expect(Number(after)).toBeLessThan(Number(before));
  await panel.press("Save schedule");
  await panel.seeNotice("Billing schedule saved");
  const stored = (await api.request("GET", `/api/customers/${id}`)).body?.billing_profiles;
  expect(JSON.stringify(stored)).not.toContain("2031-01-01");
});

/** The profiles for homes and for businesses of reseller 2. */
async function profilesOf(api: HttpClient): Promise<[number, number]> {
  const all = await api.all("billingprofiles", "reseller_id=2");
  const idOf = (name: RegExp) => Number(all.find((profile) => name.test(String(profile.name)))?.id);
  return [idOf(/^Home/), idOf(/^Business/)];
}
