import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asJUnit } from "./junit.ts";
import type { Outcome } from "./outcome.ts";
import { type ReportFacts, reportPage } from "./reportPage.ts";

/** Writes `report.html` and `junit.xml` into the folder and returns their paths. */
export async function writeReports(
  folder: string,
  outcomes: readonly Outcome[],
  facts: ReportFacts,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = { "report.html": reportPage(outcomes, facts), "junit.xml": asJUnit(outcomes) };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return Object.keys(files).map((name) => join(folder, name));
}
