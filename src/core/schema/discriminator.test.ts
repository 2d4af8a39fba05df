import { expect, it } from "vitest";
import { recordIdOf, rowIdOf } from "./discriminator.ts";

const kinds = { propertyName: "type", mapping: { call: "calls", fax: "faxes", sms: "sms" } };

it("gives records of several resources ids that do not meet, and finds the way back", () => {
  const ids = [0, 1, 7].flatMap((id) => ["call", "fax", "sms"].map((kind) => rowIdOf(kinds, id, kind)));
  expect(new Set(ids).size).toBe(9);
  expect(ids.map((id) => recordIdOf(kinds, id ?? -1))).toEqual([0, 0, 0, 1, 1, 1, 7, 7, 7]);
  expect(rowIdOf(kinds, 1, "telex")).toBeUndefined();
});
