import { HttpError } from "react-admin";
import { expect, it } from "vitest";
import { generalErrorTexts, serverFieldErrors, toSaveError } from "./formErrors.ts";

const fields = ["primary_number", "primary", "name", "alias_numbers"];
const refusal = (body: unknown) => new HttpError("refused", 422, body);

it("reads named rules together with the platform's messages", () => {
  const error = { pointer: "/primary_number/cc", rule: "required", params: {}, key: "rules.required" };
  const message = "Validation failed. field='primary_number_cc', input='', errors='This field is required'";
  expect(serverFieldErrors(refusal({ code: 422, message, errors: [error] }), fields)).toEqual([
    { pointer: "/primary_number/cc", error, text: "This field is required" },
  ]);
});

it.each([
  ["field='name', input='', errors='Name field is required'", [["/name", "Name field is required"]]],
  [
    "field='name', input='it's; x', errors='Too odd'; field='primary_number_sn', input='', errors='Missing,Too short'",
    [
      ["/name", "Too odd"],
      ["/primary_number/sn", "Missing,Too short"],
    ],
  ],
  ["field='elsewhere', input='1', errors='No'", [["/elsewhere", "No"]]],
])("reads the sentence of platforms that know no rules: %s", (groups, found) => {
  const errors = serverFieldErrors(refusal({ code: 422, message: `Validation failed. ${groups}` }), fields);
  expect(errors.map(({ pointer, text }) => [pointer, text])).toEqual(found);
});

it.each([[new Error("no answer")], [refusal(undefined)], [refusal("<html>")], [refusal({ errors: [7, {}] })]])(
  "finds no field in %o",
  (error) => {
    expect(serverFieldErrors(error, fields)).toEqual([]);
  },
);

it("shows what such a platform says of a field that the form does not show", () => {
  const message = "Validation failed. field='elsewhere', input='1', errors='No'";
  const translate = (key: string, { text = "", _ = key }: { text?: string; _?: string } = {}) => text || _;
  const context = { translate, locale: "en", resource: "subscribers", fields: [] };
  const saveError = toSaveError(refusal({ code: 422, message }), (pointer) => pointer, new Set(), context);
  expect(generalErrorTexts(saveError, context)).toEqual(["No"]);
});
