import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

const good = ["Hove,112,E7,01273", "Hove,999,E7,01273", "Lewes,112,E8,"];
const lines = [good[0], "Hove,11x,E7,01273", good[1], "Hove,112,E9,", good[2]];

test("emergency mappings are imported from CSV, selected in a domain's preferences, and exported unchanged", async () => {
  const panel = await journey.openAs("administrator", { address: "/emergencymapping/create" });
  const { page } = panel;
  const pick = async (label: string | RegExp, text: string) => {
    await page.getByRole("combobox", { name: label }).fill(text);
    await page.getByRole("option", { name: text }).first().click();
  };

  await pick(/^Reseller/, "Albion Voice");
  await page.getByRole("textbox", { name: /^Name/ }).fill("Hove");
  await panel.create("Create container");

  await panel.visit("/emergencymapping/upload");
  await pick("Owner of the records", "Albion Voice");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await panel.press("Check the file");
  await panel.see("3 lines can be imported.");
  await panel.see("2 lines have errors and would be skipped.");
  const rows = await page.getByRole("table", { name: "Lines with errors" }).getByRole("row").allInnerTexts();
  expect(rows.slice(1).map((row) => row.split("\t").filter((_, index) => index !== 2))).toEqual([
    ["2", "Emergency number", expect.stringMatching(/Digits only/)],
    ["4", "Emergency number", expect.stringMatching(/Same as line 1/)],
  ]);
  await panel.press("Import 3 lines");
  await panel.see("3 lines imported.");

  const saved = page.waitForEvent("download");
  await panel.press("Import another file");
  await pick("Owner of the records", "Albion Voice");
  await panel.press("Download all as CSV");
  const file = await (await saved).path();
  const kept = (await readFile(file, "utf8")).split(/\r?\n/);
  for (const line of good) expect(kept).toContain(line);

  await panel.visit("/emergencymapping?name=Hove");
  await panel.follow("Hove");
  await page.getByRole("navigation").getByRole("link", { name: "Mappings", exact: true }).click();
  for (const code of ["112", "999"]) await panel.see(code);

  await panel.visit("/domain/2/preferences?search=emergency_mapping_container");
  const chosen = page.getByRole("combobox", { name: "Emergency mapping container" });
  await panel.store(() => pick("Emergency mapping container", "Hove"));
  await panel.reload();
  await expect.poll(() => chosen.inputValue()).toBe("Hove");
});
