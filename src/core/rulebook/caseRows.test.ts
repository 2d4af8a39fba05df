import { expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import type { ResourceDescriptor } from "../schema/descriptor.ts";
import { readCsv } from "../values/csvReader.ts";
import { type CaseFormat, caseRows, toCaseFile } from "./caseRows.ts";
import { formRulesOf } from "./formRules.ts";

const domains = { ...(resources.domains?.descriptor as ResourceDescriptor), requirements: ["REQ-7", "REQ-8"] };
const texts = { form: "Domains", label: () => "Domain", message: () => "At most 127 characters", condition: () => "" };
const rows = caseRows(domains, formRulesOf(domains), texts, { seed: "x", idOf: () => 1 });

function table(format: CaseFormat): Record<string, string>[] {
  const [head, ...lines] = [...readCsv(toCaseFile(rows, format), ",")].map(({ cells }) => cells);
  return lines.map((cells) => Object.fromEntries((head ?? []).map((title, index) => [title, cells[index] ?? ""])));
}

const id = "domains/domain:maxLength:refuses-1-longer";

it("exports a row for each case, with its id, rule and requirements", () => {
  expect(table("csv")).toHaveLength(rows.length);
  expect(table("csv").find((row) => row.id === id)).toMatchObject({
    "rule id": "domains/domain:maxLength",
    requirements: "REQ-7,REQ-8",
    pointer: "/domain",
    expected: "refused",
    message: "At most 127 characters",
  });
});

it("has the columns that the importers of Xray and TestRail require, in each row", () => {
  const xray = table("xray").find((row) => row["Test ID"] === id);
  expect(xray).toMatchObject({ "Test Type": "Manual", Requirements: "REQ-7,REQ-8" });
  expect(xray?.["Expected Result"]).toBe("Refused: At most 127 characters");
  const testRail = table("testrail").find((row) => row["Automation ID"] === id);
  expect(testRail).toMatchObject({ Section: "Domains", References: "REQ-7,REQ-8" });
  for (const format of ["xray", "testrail"] as const) {
    expect(table(format).filter((row) => !(row.Summary ?? row.Title) || !row["Expected Result"])).toEqual([]);
  }
});
