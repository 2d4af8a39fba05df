import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a superuser opens the records that need attention and the API documentation", async () => {
  const panel = await journey.openAs("administrator");
  await panel.page.getByRole("link", { name: "1 customer is locked" }).click();
  await panel.seeHeading("Customers");
  await panel.see("1–1 of 1");
  expect(await panel.titles()).toEqual(["Redcar Cycles"]);

  await panel.page.goto(new URL("/api/", panel.page.url()).href);
  await panel.seeHeading("API of this platform");
  await panel.page.getByRole("searchbox", { name: "Filter resources" }).fill("used_by_subscriber_id");
  await panel.page.getByRole("heading", { level: 2, name: "vouchers" }).waitFor();
  await expect.poll(() => panel.page.locator("section.resource:visible").count()).toBe(1);
});

test("a reseller opens the calls of an hour from the dashboard's chart", async () => {
  const panel = await journey.openAs("albion-voice");
  const calls = panel.page.getByRole("region", { name: "Calls" });
  await calls.getByRole("button", { name: "14 days" }).click();
  await calls.getByRole("img", { name: /^Calls of the last 14 days/ }).waitFor();
  await calls.getByRole("button", { name: "As a table" }).click();
  await calls.getByRole("table").getByRole("link").first().click();
  await panel.seeHeading("Calls");
  await panel.see(/^1–\d+ of \d+$/);
  expect((await panel.titles()).length).toBeGreaterThan(0);
});
