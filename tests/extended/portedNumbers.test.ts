import { expect, test } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();
const count = 10_000;

const lineOf = (
  index: number,
  { number = `43720${String(index).padStart(7, "0")}`, start = "2026-01-01", end = "" } = {},
) => `Ported Carrier ${index % 12},P${index % 12},${number},,${start},${end},0,0,fixed`;

/** One bad line of each kind, by line number as editors count. */
const mistakes: ReadonlyMap<number, readonly [text: string, column: string, reason: RegExp]> = new Map([
  [17, [lineOf(16, { number: "43720x16" }), "Number", /Digits only/]],
  [1204, [lineOf(1203, { number: "" }), "Number", /This field is required/]],
  [2500, [lineOf(2499, { start: "2026-02-30" }), "Start", /Not a date in the format YYYY-MM-DD/]],
  [4711, [lineOf(4710, { end: "2025-12-31" }), "End", /must come after/]],
  [7000, [lineOf(0), "Number", /Same as line 1/]],
  [8888, ["Ported Carrier 8,P8,437209999999", "Whole line", /Expected 9 columns, found 3/]],
  [9999, [`,P8,437209999998,,,,0,0,fixed`, "Carrier", /This field is required/]],
]);
const file = Array.from({ length: count }, (_, index) => mistakes.get(index + 1)?.[0] ?? lineOf(index)).join("\r\n");

test("10,000 ported numbers are validated and stored without 7 bad lines; a cancelled import changes nothing", async () => {
  const panel = await journey.openAs("administrator", { address: "/lnp/numbers" });
  const { page } = panel;
  const api = await HttpClient.login(new URL(page.url()).origin, "administrator", journey.passwordOf("administrator"));
  const numbers = async () => (await api.request("GET", "/api/lnpnumbers/?rows=1")).body?.total_count;
  const before = Number(await numbers());

  await page.getByRole("button", { name: "CSV files" }).click();
  await page.getByRole("menuitem", { name: "Import from CSV…" }).click();
  await page.getByRole("heading", { name: "Import Ported numbers" }).waitFor();
  expect(new URL(page.url()).hash).toBe("#/lnp/upload");
  const choose = () =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "ported.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await choose();
  await panel.see(`ported.csv, ${Math.round(file.length / 1024)} KB`);
  await panel.press("Check the file");
  await page.getByText(/^[\d,]+ lines checked$/).waitFor();

  await panel.see("9,993 lines can be imported.");
  await panel.see("7 lines have errors and would be skipped.");
  const rows = page.getByRole("table", { name: "Lines with errors" }).getByRole("row");
  const reported = (await rows.allInnerTexts()).slice(1).map((text) => text.split("\t"));
  expect(reported.map(([line]) => Number(line?.replace(",", "")))).toEqual([...mistakes.keys()]);
  for (const [index, [, column, reason]] of [...mistakes.values()].entries()) {
    expect(reported[index]?.[1]).toBe(column);
    expect(reported[index]?.[3]).toMatch(reason);
  }
  expect(await numbers()).toBe(before);

  await panel.press("Import 9,993 lines");
  await page.getByText(/^[\d,]+ lines imported$/).waitFor();
  await page.getByText("9,993 lines imported.").waitFor();
  expect(await numbers()).toBe(before + 9_993);

  await panel.press("Import another file");
  await choose();
  await page.getByLabel("Delete first: Ported numbers").check();
  await panel.press("Check the file");
  await panel.see(`Ported numbers: ${(before + 9_993).toLocaleString("en")} will be deleted`);
  await panel.press("Delete and import 9,993 lines");
  await page.getByText(/^[\d,]+ lines imported$/).waitFor();
  await panel.press("Cancel");
  await panel.see("Cancelled. Nothing was imported.");
  expect(await numbers()).toBe(before + 9_993);
  expect((await api.request("GET", "/api/lnpnumbers/?rows=1&number=4315550101")).body?.total_count).toBe(1);
});
