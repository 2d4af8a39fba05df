import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a template runs for the lines of a file, of which bad ones are told and left out, and is undone", async () => {
  const panel = await journey.openAs("administrator", { address: "/batchprovisioning" });
  const { page } = panel;
  await page.getByRole("rowheader").getByRole("link", { name: "Office starter kit" }).click();
  await page.getByRole("link", { name: "CSV", exact: true }).click();

  const lines = [
    "customer;company;email;extension;person",
    ...["J1;Quill;quill@example.org;931;Ada", "J1;Quill;quill@example.org;932;Ben"],
    ...["J1;Quill;quill@example.org;93;Cem", "J1;Quill;quill@example.org;931;Dora"],
  ];
  await page.locator("input[type=file]").setInputFiles({
    ...{ name: "office.csv", mimeType: "text/csv" },
    buffer: Buffer.from(lines.join("\r\n")),
  });
  await panel.press("Check");
  await panel.see("2 lines are valid.");
  await panel.see("2 lines have errors.");
  await panel.see("Nothing is saved yet.");

  await panel.press("Run");
  await panel.see("2 lines were provisioned.");
  const table = page.getByRole("table", { name: "Lines" });
  expect(await table.getByRole("row").nth(1).innerText()).toMatch(/^4\s+Error\s+Last three digits/);
  await table.getByRole("link", { name: "Open the record" }).first().click();
  await panel.seeHeading(/office-931/);
  await page.goBack();

  const runs = page.getByRole("table", { name: "Runs" });
  await runs.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await panel.seeNotice("Run undone: 4 records removed");
  await runs.getByText("Undone by administrator").waitFor();
});
