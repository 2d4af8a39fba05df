import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a reseller's administrator sees what is the reseller's own, and nothing else", async () => {
  const panel = await journey.openAs("albion-voice");
  await panel.openMenu("Customers");
  await panel.choose("Rows per page", "100");
  await panel.seeRow("Foxglove Bakery");
  await panel.see(/^1–(\d+) of \1$/);
  await settle(panel.page);
  const everyone = await journey.openAs("administrator");
  await everyone.open("/customer");
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
  await panel.see("This record does not exist any more, or it is not yours to see.");
});

test("the menu offers what the person may open, and a forbidden address says so", async () => {
  const panel = await journey.openAs("albion-voice");
  const entries = await panel.menu.getByRole("link").allTextContents();
  expect(entries).toContain("Customers");
  for (const forbidden of ["Resellers", "Contracts", "SIP peering groups"]) expect(entries).not.toContain(forbidden);

  for (const address of ["/reseller", "/contract/reseller/create", "/peering/1/details"]) {
    await panel.open(address);
    await panel.seeHeading("Forbidden");
  }
});
