import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

/** The columns of older files, in their order. */
const columns = [
  "source",
  "destination",
  "direction",
  "billing_zone_zone",
  "billing_zone_detail",
  "onpeak_init_rate",
  "onpeak_init_interval",
  "onpeak_follow_rate",
  "onpeak_follow_interval",
  "offpeak_init_rate",
  "offpeak_init_interval",
  "offpeak_follow_rate",
  "offpeak_follow_interval",
  "onpeak_use_free_time",
];
/** On-peak 2 cents a second, off-peak 1; the first minute, then every half. */
const lineOf = (destination: string, zone: string, detail = "") =>
  [".", destination, "out", zone, detail, 2, 60, 2, 30, 1, 60, 1, 30, 0].map(String);
const good = [lineOf("^43", "National"), lineOf("^4366", "National", "Mobile"), lineOf("^49", "Germany")];
const bad = lineOf("(", "Broken");

test("a tariff from an empty profile by a file of fees to the explained price of a call", async () => {
  const panel = await journey.openAs("administrator", { address: "/billing/create" });
  const { page } = panel;
  const choose = (lines: readonly (readonly string[])[]) => {
    const text = lines.map((cells) => cells.join()).join("\n");
    return page
      .locator("input[type=file]")
      .setInputFiles({ name: "fees.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  };

  await page.getByRole("combobox", { name: /^Reseller/ }).fill("Albion Voice");
  await page.getByRole("option", { name: "Albion Voice" }).first().click();
  await page.getByRole("textbox", { name: /^Handle/ }).fill("journey");
  await page.getByRole("textbox", { name: /^Name/ }).fill("Journey tariff");
  await page.getByRole("textbox", { name: /^Currency/ }).fill("EUR");
  await panel.create("Create billing profile");

  await panel.openMenu("Billing profiles");
  await panel.search("Journey tariff");
  await panel.follow("Journey tariff");
  await page.getByRole("heading", { name: "Journey tariff" }).waitFor();
  const profile = panel.address.replace(/\/details.*$/, "");
  await panel.visit(`${profile}/details/fees/upload`);
  // One bad line of four: it is named, and nothing is stored.
  await choose([...good.slice(0, 2), bad, ...good.slice(2)]);
  await panel.press("Check the file");
  const wrong = page.getByRole("table", { name: "Lines with errors" }).getByRole("row");
  expect((await wrong.nth(1).innerText()).split("\t").slice(0, 2)).toEqual(["3", "Called number"]);
  await panel.see("1 line has errors: correct it first, as the file is imported as a whole.");
  await panel.main.getByRole("button").filter({ hasText: "Back" }).click();
  // Columns in another order, by their names.
  await choose([columns, ...good].map((cells) => cells.toReversed()));
  await panel.press("Check the file");
  await panel.press("Import 3 lines");
  await panel.see("3 lines imported.");

  await panel.visit(`${profile}/details`);
  await page.getByRole("navigation").getByRole("link", { name: "Call price", exact: true }).click();
  await page.getByRole("textbox", { name: /^Caller/ }).fill("4310");
  await page.getByRole("textbox", { name: /^Called number/ }).fill("436601234");
  await page.getByRole("textbox", { name: /^Duration/ }).fill("61");
  await page.keyboard.press("Enter");
  const applied = page.getByRole("region", { name: "Applied fee" });
  await applied.getByRole("link", { name: "^4366" }).waitFor();
  await applied.getByRole("link", { name: "National · Mobile" }).waitFor();
  const price = page.getByRole("region", { name: "Price" });
  // 60 seconds at 2 cents, and a started half minute.
  const amounts = async () =>
    (await price.getByRole("row").allInnerTexts()).slice(1).map((row) => row.split("\t").at(-1));
  await expect.poll(amounts).toEqual(["€1.20", "€0.60", "€1.80"]);
  const others = page.getByRole("region", { name: "Why no other fee applies" });
  await others.getByText("Its called number matches 3 characters, that of the applied fee 5.").waitFor();

  // The question is still there after a look at the fee.
  await applied.getByRole("link", { name: "^4366" }).click();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.goBack();
  await price.getByText("€1.80").waitFor();
});
