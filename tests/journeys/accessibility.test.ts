import { expect, test } from "vitest";
import { findBarriers, installAxe } from "../support/accessibility.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** What a person is shown, one state after the other. */
const states: readonly (readonly [name: string, address: string, show: (panel: PanelPage) => Promise<void>])[] = [
  ["dashboard", "/dashboard", (panel) => panel.seeHeading("Dashboard")],
  ["list", "/customer", (panel) => panel.seeRow("Foxglove Bakery")],
  ["list with an open row menu", "/reseller", (panel) => panel.openRowMenu("Spreeklang")],
  [
    "confirmation",
    "/domain",
    async (panel) => {
      await panel.act("voip.platform.example", "Delete domain");
      await panel.seeQuestion("voip.platform.example will be deleted");
    },
  ],
  [
    "create form with errors",
    "/customer/create",
    async (panel) => {
      await panel.fillField("VAT rate", "130");
      await panel.press("Create customer");
      await panel.see("need your attention");
    },
  ],
  ["edit form", "/subscriber/2/edit", (panel) => panel.field("SIP username").waitFor()],
  ["facts of a record", "/customer/3/details/master-data", (panel) => panel.seeHeading("Tidewater Logistics")],
  ["facts of another record", "/customer/3/details", (panel) => panel.see("WebRTC")],
  ["list in a page", "/customer/3/details/pbx-groups", (panel) => panel.see("Add filter")],
  ["billing schedule", "/customer/3/details/billing-profile-sch", (panel) => panel.see("In force")],
  ["part that is not there yet", "/customer/3/details/invoices", (panel) => panel.see("Invoices: not here yet")],
  [
    "journal",
    "/customer/3/edit",
    async (panel) => {
      await panel.flip("Charge VAT");
      await panel.save();
      await panel.open("/customer/3/details/journal");
      await panel.see("Changed");
    },
  ],
  ["preferences", "/domain/5/preferences?search=ip", (panel) => panel.field("Address header").waitFor()],
  ["forbidden", "/error403", (panel) => panel.seeHeading("Forbidden")],
];

test("axe finds nothing on the login page, before and after a refusal", async () => {
  const panel = await journey.openPanel("/dashboard");
  await installAxe(panel.page);
  await panel.open("/dashboard");
  await panel.page.getByRole("button", { name: "Log in" }).waitFor();
  expect(await findBarriers(panel.page)).toEqual([]);
  await panel.sendLogin("administrator", "");
  await panel.see("Enter your password.");
  expect(await findBarriers(panel.page)).toEqual([]);
});

test("axe finds nothing on any state of the panel", { timeout: 300_000 }, async () => {
  const panel = await journey.openAs("administrator");
  await installAxe(panel.page);
  const barriers: Record<string, string[]> = {};
  for (const [name, address, show] of states) {
    await panel.open(address);
    await show(panel);
    const found = await findBarriers(panel.page);
    if (found.length > 0) barriers[name] = found;
  }
  expect(barriers).toEqual({});
});
