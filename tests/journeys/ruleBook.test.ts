import { rm } from "node:fs/promises";
import { expect, it } from "vitest";
import { allCases, bookedResources } from "../../scripts/rules/verify/book.ts";
import { verifyByForm } from "../../scripts/rules/verify/formRun.ts";
import { discrepanciesIn, discrepancyText, summaryLine } from "../../scripts/rules/verify/totals.ts";
import { copySeededFolder } from "../support/seededFolder.ts";

/** Of the forms that open at once; `npm run rules -- verify` tries all cases of all forms. */
const SAMPLE = 40;
const OTHERS = ["subscribers", "subscriberprofiles", "resellerbrandings"];

it("says at the field of the real form what the rule book says, for a sample of its cases", async () => {
  const names = (await bookedResources()).filter((name) => !OTHERS.includes(name));
  const folder = await copySeededFolder("rules");
  const outcomes = await verifyByForm({ cases: await allCases(names), sample: SAMPLE, seed: 1 }, folder, "en");
  await rm(folder, { recursive: true, force: true });
  console.log(`rule book: ${summaryLine("form", outcomes)}`);
  expect(discrepanciesIn(outcomes).map(discrepancyText)).toEqual([]);
  expect(outcomes.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(7);
});
