import { expect, it } from "vitest";
import { titleExpand } from "./titleExpand.ts";

it("brings along what a title is made of behind references", () => {
  expect(titleExpand("customers")).toEqual(["contact_id"]);
  expect(titleExpand("resellers")).toEqual([]);
});
