import { expect, it } from "vitest";
import { parseFields } from "./fieldSpec.ts";

const vocabulary = { resources: ["resellers", "customers"], formats: ["email", "domain-or-ip", "date-time", "e164"] };

it.each([
  ["name:string!", { name: "name", required: true, schema: { type: "string", maxLength: 255 } }],
  ["name:string(63)", { schema: { type: "string", maxLength: 63 }, required: false }],
  ["note:text", { schema: { type: "string", maxLength: 4096 } }],
  [
    "level:enum(low, high)=high!",
    { required: true, schema: { type: "string", enum: ["low", "high"], default: "high" } },
  ],
  ["seats:integer(1..500)!=10", { required: true, schema: { type: "integer", minimum: 1, maximum: 500, default: 10 } }],
  ["depth:integer(-3..)", { schema: { type: "integer", minimum: -3 } }],
  ["share:number(0.5..1)", { schema: { type: "number", minimum: 0.5, maximum: 1 } }],
  ["wait:duration(0..60)", { schema: { type: "integer", minimum: 0, maximum: 60, "x-field": { unit: "seconds" } } }],
  ["is_open:boolean=true", { schema: { type: "boolean", default: true } }],
  ["host:host", { schema: { type: "string", format: "domain-or-ip", maxLength: 255 } }],
  ["since:date-time", { schema: { type: "string", format: "date-time" } }],
  ["reseller_id:resellers!", { required: true, schema: { type: "integer", "x-field": { reference: "resellers" } } }],
])("parses %s", (text, wanted) => {
  expect(parseFields(text, vocabulary)).toEqual([expect.objectContaining(wanted)]);
});

it("parses several fields", () => {
  const fields = parseFields("name:string! mode:enum(a, b)  reseller_id:resellers", vocabulary);
  expect(fields.map(({ name }) => name)).toEqual(["name", "mode", "reseller_id"]);
});

it.each([
  ["name", /"name" is not a field\n.*name:type/],
  ["Name:string", /"Name" is not allowed\n.*lower case/],
  ["id:integer", /"id" is in every resource/],
  ["a:string a:text", /"a" is named twice/],
  ["a:strin", /"strin" of a is neither.*\n.*"string"/],
  ["a:reseller", /\n.*Did you mean "resellers"/],
  ["a:string(x)", /"x" is not a length/],
  ["a:integer(1)", /"1" is not a range/],
  ["a:integer(5..1)", /minimum 5 exceeds maximum 1/],
  ["a:enum(x)", /at least two distinct choices/],
  ["a:enum(x,x)", /distinct/],
  ["a:enum(x,y)=z", /"z" of a is not one of its choices\n.*x, y/],
  ["a:boolean=1", /"1" of a is not a boolean/],
  ["a:integer=x", /"x" of a is not a number/],
])("rejects %s with a hint", (text, message) => {
  expect(() => parseFields(text, vocabulary)).toThrow(message);
});
