import { expect, it } from "vitest";
import { form } from "./form.ts";

const stored = {
  fraud_interval_limit: 5000,
  fraud_interval_lock: 2,
  fraud_interval_notify: "noc@example.org",
  fraud_daily_limit: 500,
};
const patchesOf = (values: typeof stored | object) =>
  form.toWire?.({ ...stored, ...values }, { mode: "update", record: stored, now: new Date() }).patches;

it("clears an emptied period field by field, the limit last", () => {
  const empty = { fraud_interval_limit: null, fraud_interval_lock: null, fraud_interval_notify: "" };
  expect(patchesOf(empty)).toEqual(
    ["notify", "lock", "limit"].map((name) => ({ field: `fraud_interval_${name}`, value: null })),
  );
});

it("leaves whatever has a value to the update", () => {
  expect(patchesOf({ fraud_interval_lock: null, fraud_daily_limit: 600 })).toEqual([]);
});
