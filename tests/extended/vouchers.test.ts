import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("a batch of vouchers is made and downloaded once; a redeemed one tells by whom, and a file adds more", async () => {
  const panel = await journey.openAs("administrator", { address: "/voucher" });
  const { page } = panel;

  await panel.follow("Create batch");
  await panel.choose("Reseller", "Albion Voice");
  await panel.fillField("Number of vouchers", "25");
  await panel.fillField("Pattern of the codes", "TOUR-****-####");
  await panel.see(/possible codes/);
  await panel.fillField("Amount", "15.00");
  await panel.fillField("Valid until", "2031-12-31 23:59");
  await panel.press("Create batch");
  await panel.see(/You can download the codes once/);

  const started = page.waitForEvent("download");
  await panel.press("Download codes");
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^vouchers-\d+\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(26);
  const codes = lines.slice(1).map((line) => line.split(",")[0] ?? "");
  for (const code of codes) expect(code).toMatch(/^TOUR-\w{4}-\d{4}$/);
  await panel.see(/The codes have been downloaded/);
  expect(await page.getByRole("button", { name: "Download codes" }).count()).toBe(0);

  const [code = ""] = codes;
  await panel.visit("/customer/5/details/contract-balance/top-up-voucher");
  await panel.fillField("Code", code);
  await panel.press("Top up with voucher");
  await panel.seeNotice("Voucher top-up: done");

  await panel.openMenu("Vouchers");
  await panel.search(code);
  await page.locator("tbody").getByText("Redeemed", { exact: true }).waitFor();
  expect(await page.getByRole("table").innerText()).not.toContain(code);
  await page.getByRole("button", { name: "Show: Code" }).press("Enter");
  await page.getByRole("table").getByText(code).waitFor();
  await page.getByRole("rowheader").getByRole("link").click();
  await panel.see("Redemption");
  await page.getByRole("link", { name: /^Entry #\d+ in the top-up log$/ }).click();
  await panel.seeFact("Outcome", "OK");
  expect(new URL(page.url()).hash).toMatch(/^#\/customer\/5\/details\/top-up-log\/\d+\/details/);

  await panel.openMenu("Vouchers");
  await page.getByRole("button", { name: "CSV files" }).click();
  const upload = page.getByRole("menuitem", { name: "Import from CSV…" });
  await upload.waitFor();
  await expect.poll(() => page.getByRole("menuitem").count()).toBe(1);
  await upload.click();
  await panel.see("reseller_id, code, amount, valid_until, customer_id, package_id");
  const choose = (text: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose(`2,FILE-1,500,2031-12-31,,\r\n2,${codes[1]},500,2031-12-31,,`);
  await panel.press("Check the file");
  await panel.see("This value already exists");
  expect(await page.getByRole("button", { name: /^Store/ }).count()).toBe(0);
  await page.getByText("Back", { exact: true }).click();
  await choose("2,FILE-1,500,2031-12-31,,\r\n2,FILE-2,500,2031-12-31,,");
  await page.getByRole("checkbox", { name: "Delete first: Vouchers" }).check();
  await panel.press("Check the file");
  await panel.see("Redeemed: 1 of them");
  await panel.press("Delete and import 2 lines");
  await panel.see("2 lines imported.");
  await panel.see("Redeemed: 1 of them");
});
