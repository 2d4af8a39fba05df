import { describe, expect, it } from "vitest";
import { descriptor } from "../../generated/descriptors/customers.gen.ts";
import { withScheduledValue } from "./scheduledValues.ts";

const step = (profile_id: number, start: string, others = {}) => ({ profile_id, start, ...others });
const planned = [step(2, "2027-03-01T00:00:00Z"), step(3, "2027-06-01T00:00:00Z", { stop: null })];
const given = (billing_profiles: object[], entry: object, zone = "UTC") =>
  withScheduledValue(descriptor, { billing_profiles } as never, { billing_profiles: entry } as never, zone)
    .billing_profiles;

describe("one more entry in a list of values to come", () => {
  it("stands in order of time among those of the record", () => {
    const new_ = step(9, "2027-04-01T00:00:00Z");
    expect(given(planned, new_)).toEqual([planned[0], new_, planned[1]]);
    expect(given([], new_)).toEqual([new_]);
  });

  it("replaces what begins at the same moment, however it is written", () => {
    const new_ = step(9, "2027-06-01T02:00:00+02:00");
    expect(given(planned, new_)).toEqual([planned[0], new_]);
    const local = step(9, "2027-06-01 02:00:00");
    expect(given(planned, local, "Europe/Berlin")).toEqual([planned[0], local]);
  });

  it("leaves what is for one network only", () => {
    const ofNetwork = step(2, "2027-03-01T00:00:00Z", { network_id: 4 });
    const new_ = step(9, "2027-03-01T00:00:00Z");
    expect(given([ofNetwork], new_)).toEqual([ofNetwork, new_]);
  });

  it("changes nothing where the same is planned already", () => {
    const told = [{ ...planned[0], stop: null, effective_start_time: "2027-03-01T00:00:00Z" }];
    expect(given(told, step(2, "2027-03-01T00:00:00Z"))).toEqual(told);
    // An end is more than that.
    const new_ = step(2, "2027-03-01T00:00:00Z");
    expect(given([{ ...new_, stop: "2027-05-01T00:00:00Z" }], new_)).toEqual([new_]);
  });
});

it("gives all other fields the same value", () => {
  const changes = { external_id: "x", billing_profiles: [planned[1] ?? null], add_vat: null };
  expect(withScheduledValue(descriptor, { billing_profiles: planned }, changes, "UTC")).toEqual(changes);
});
