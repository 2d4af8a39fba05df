import { readFile } from "node:fs/promises";
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("favourites and saved views are available in another browser, and a link shows a colleague the same view", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Domains");
  await panel.page.getByRole("button", { name: "Favourite page" }).click();
  await panel.menu.getByRole("list", { name: "Favourite pages" }).getByRole("link", { name: "Domains" }).waitFor();
  await panel.visit("/customer/3/details");
  await panel.seeHeading("Tidewater Logistics");
  await panel.page.getByRole("button", { name: "Favourite page" }).click();
  await panel.menu.getByRole("link", { name: /^Tidewater Logistics/ }).waitFor();

  // Room for all columns.
  await panel.page.setViewportSize({ width: 1920, height: 900 });
  await panel.openMenu("Subscribers");
  await panel.search("sales");
  await panel.seeAddress(/sales/);
  await panel.column("ID").getByRole("button").click();
  await panel.seeOrder("ID", "descending");
  await panel.press("Columns");
  const columns = panel.page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("checkbox", { name: "Lock level" }).uncheck();
  await panel.page.keyboard.press("Escape");
  await panel.press("Saved views");
  await panel.page.getByRole("menuitem", { name: "Save this view…" }).click();
  await panel.page.getByRole("textbox", { name: "Name" }).fill("Sales");
  await panel.page.keyboard.press("Enter");
  await panel.page.getByRole("button", { name: "Saved view Sales" }).waitFor();
  await settle(panel.page);
  const found = await panel.titles();
  expect(found.length).toBeGreaterThan(1);
  // The link is the address of the view without its id.
  const link = panel.address.replace(/&view=\d+/, "");

  const shown = await headings(panel.main);
  const download = panel.page.waitForEvent("download");
  await panel.press("Export as CSV");
  await panel.page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
  const [heading = "", ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(heading.split(",")).toEqual(["\u{feff}Subscriber", ...shown.slice(shown.indexOf("Subscriber") + 1)]);
  expect(lines.slice(0, found.length).map((line) => line.split(",")[0])).toEqual(found);
  await panel.page.getByRole("dialog").getByText(`${lines.length} rows are in the file.`).waitFor();
  await panel.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await panel.logOut();

  const elsewhere = await journey.openAs("administrator");
  await elsewhere.openMenu("Subscribers");
  await elsewhere.press("Saved views");
  await elsewhere.page.getByRole("menuitemradio", { name: "Sales" }).click();
  await elsewhere.page.getByRole("button", { name: "Saved view Sales" }).waitFor();
  await elsewhere.seeTitles(found);
  const favourites = elsewhere.menu.getByRole("list", { name: "Favourite pages" });
  await favourites.getByRole("link", { name: /^Tidewater Logistics/ }).click();
  await elsewhere.seeHeading("Tidewater Logistics");
  const star = elsewhere.page.getByRole("button", { name: "Favourite page" });
  await expect.poll(() => star.getAttribute("aria-pressed")).toBe("true");
  await elsewhere.page.getByRole("button", { name: "Remove Domains from favourites" }).click();
  await star.click();
  await favourites.waitFor({ state: "detached" });

  const colleague = await journey.openAs("operator", { address: link });
  await colleague.seeTitles(found);
  await colleague.seeOrder("ID", "descending");
  expect(await colleague.column("Lock level").count()).toBe(0);
  expect(await colleague.menu.getByRole("list", { name: "Favourite pages" }).count()).toBe(0);
  await colleague.press("Saved views");
  await colleague.page.getByText("No saved views of this list yet").waitFor();
  await colleague.page.keyboard.press("Escape");
  // The colleague's own preferences are unchanged.
  await colleague.visit("/subscriber?filter=%7B%7D");
  await colleague.column("Lock level").waitFor();
});

/** Headings of the value columns. */
async function headings(main: Locator): Promise<string[]> {
  return (await main.getByRole("columnheader").allInnerTexts()).slice(0, -1).map((text) => text.trim());
}
