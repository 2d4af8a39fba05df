import { expect, it } from "vitest";
import { titleExpand } from "./summaries.ts";

it("expands the references in a title", () => {
  expect(titleExpand("customers")).toEqual(["contact_id"]);
  expect(titleExpand("resellers")).toEqual([]);
});
