import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { allCases, bookedResources } from "../../scripts/rules/verify/book.ts";
import { failureText } from "../../scripts/rules/verify/failure.ts";
import { verifyByForm } from "../../scripts/rules/verify/formRun.ts";
import { discrepanciesIn, summaryLine } from "../../scripts/rules/verify/totals.ts";
import { copySeededFolder } from "../support/seededFolder.ts";

/** Number of cases, from forms that open without setup; `npm run rules -- verify` covers all. */
const SAMPLE = 50;
const EXCLUDED = ["subscribers", "subscriberprofiles", "resellerbrandings"];

it("the forms show the messages of the rule book, for a sample of its cases", async () => {
  const names = bookedResources().filter((name) => !EXCLUDED.includes(name));
  const folder = await copySeededFolder("rules");
  const outcomes = await verifyByForm({ cases: allCases(names), sample: SAMPLE, seed: 1 }, folder, "en");
  await rm(folder, { recursive: true, force: true });
  console.log(`rule book: ${summaryLine("form", outcomes)}`);
  expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
  expect(outcomes.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(7);
});
