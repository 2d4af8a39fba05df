import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a reseller's administrator only sees the reseller's records", async () => {
  const panel = await journey.openAs("albion-voice");
  await panel.openMenu("Customers");
  await panel.choose("Rows per page", "100");
  await panel.seeRow("Foxglove Bakery");
  await panel.see(/^1–(\d+) of \1$/);
  await settle(panel.page);
  const everyone = await journey.openAs("administrator", { address: "/customer" });
  await everyone.addFilter("Reseller", "Albion Voice");
  await everyone.choose("Rows per page", "100");
  await everyone.see(/^1–(\d+) of \1$/);
  const own = await panel.titles();
  await expect.poll(() => everyone.titles()).toEqual(own);
  expect(own.length).toBeGreaterThan(5);

  await panel.openMenu("Domains");
  await panel.seeRow("foxglove-bakery.pbx.albion-voice.example");
  for (const domain of await panel.titles()) expect(domain).toMatch(/albion-voice\.example$/);

  await panel.open("/customer/1/details");
  await panel.see("This record no longer exists, or you may not see it.");
});

test("the menu lists permitted pages, and forbidden URLs show an error", async () => {
  const panel = await journey.openAs("albion-voice");
  const entries = await panel.menu.getByRole("link").allTextContents();
  expect(entries).toContain("Customers");
  for (const forbidden of ["Resellers", "Contracts", "SIP peering groups"]) expect(entries).not.toContain(forbidden);

  for (const address of ["/reseller", "/contract/reseller/create", "/peering/1/details"]) {
    await panel.visit(address);
    await panel.seeHeading("Forbidden");
  }
});
