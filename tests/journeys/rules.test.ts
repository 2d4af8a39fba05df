import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("inbound rules are moved up and down and keep their order", async () => {
  const panel = await journey.goOnAs("administrator");
  await panel.openMenu("SIP peering groups");
  await panel.follow("Northgate Carrier");
  await panel.follow("Inbound rules");
  await panel.main.getByRole("rowheader").first().waitFor();
  const [first = "", second = "", third = "", last = ""] = await panel.titles();

  await panel.press(`Move ${first} down`);
  await panel.seeTitles([second, first, third, last]);
  await panel.press(`Move ${last} up`);
  await panel.seeTitles([second, first, last, third]);

  await panel.reload();
  await panel.seeTitles([second, first, last, third]);
});

test("a rewrite rule set is cloned with its rules", async () => {
  const panel = await journey.goOnAs("administrator");
  await panel.openMenu("Rewrite rule sets");
  await panel.follow("gb_e164");
  await panel.follow("Rules");
  await panel.main.getByRole("rowheader").first().waitFor();
  const rules = await panel.titles();
  expect(rules.length).toBeGreaterThan(5);

  await panel.openMenu("Rewrite rule sets");
  await panel.act("gb_e164", "Clone");
  await panel.seeAddress(/^\/rewrite\/create\?clone=\d+$/);
  await panel.fillField("Name", "gb_e164_trial");
  await panel.press("Create rewrite rule set");
  await panel.seeNotice("Cloned as gb_e164_trial");
  await panel.seeAddress("/rewrite");
  await panel.follow("gb_e164_trial");
  await panel.follow("Rules");
  await panel.seeTitles(rules);
});
