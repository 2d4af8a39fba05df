import { expect, it } from "vitest";
import { backTarget } from "./visitHistory.ts";

const list = "/customer?page=2";
const record = "/customer/12/details";

it.each<[string, string | undefined, readonly string[], string | null]>([
  ["the list itself", "/customer?page=2", [list], null],
  ["the dashboard", "/dashboard", [list], list],
  ["another record", "/customer/13/details", [list], list],
  ["another record's form", "/customer/13/edit", [list, record], list],
  ["the record, on the way to its form", record, [list, record], null],
  ["a tab of the record, on the way to its form", `${record}/subscribers`, [list, record], null],
  ["its preferences, on the way to its form", "/customer/12/preferences", [list, record], list],
  ["a page elsewhere", "/subscriber/7/details", [list], null],
  ["a form in which something was created on the way", "/subscriber/create", [list, record], list],
  ["a list whose name begins alike", "/customerservice", [list], null],
  ["nothing, on a record's page", undefined, [list], list],
  ["nothing, in a record's form", undefined, [list, record], record],
])("from a page after %s", (_, previous, above, target) => {
  expect(backTarget(previous, list, above)).toBe(target);
});
