import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a favourite page is in the menu on every browser, and goes when it is taken out", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Domains");
  await panel.page.getByRole("button", { name: "Favourite page" }).click();
  await panel.menu.getByRole("list", { name: "Favourite pages" }).getByRole("link", { name: "Domains" }).waitFor();
  await panel.open("/customer/3/details");
  await panel.seeHeading("Tidewater Logistics");
  await panel.page.getByRole("button", { name: "Favourite page" }).click();
  await panel.menu.getByRole("link", { name: /^Tidewater Logistics/ }).waitFor();

  const elsewhere = await journey.openAs("administrator");
  const favourites = elsewhere.menu.getByRole("list", { name: "Favourite pages" });
  await favourites.getByRole("link", { name: /^Tidewater Logistics/ }).click();
  await elsewhere.seeHeading("Tidewater Logistics");
  expect(await elsewhere.page.getByRole("button", { name: "Favourite page" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await elsewhere.page.getByRole("button", { name: "Take Domains out of the favourites" }).click();
  await elsewhere.page.getByRole("button", { name: "Favourite page" }).click();
  await favourites.waitFor({ state: "detached" });

  await panel.open("/domain");
  await panel.page.reload();
  await panel.seeHeading("Domains");
  expect(await panel.menu.getByRole("list", { name: "Favourite pages" }).count()).toBe(0);

  const other = await journey.openAs("operator");
  expect(await other.menu.getByRole("list", { name: "Favourite pages" }).count()).toBe(0);
});
