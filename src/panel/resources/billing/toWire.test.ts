import { describe, expect, it } from "vitest";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { toBillingWire } from "./toWire.ts";

const now = new Date("2026-06-01T00:00:00Z");
const july = { profile_id: 5, start: "2026-07-01T00:00:00Z", stop: null };
const august = { profile_id: 6, start: "2026-08-01T00:00:00Z", stop: "2026-09-01T00:00:00Z" };
const may = { profile_id: 7, start: "2026-05-01T00:00:00Z", stop: null };

const create = (values: WireRecord) => toBillingWire(values, { mode: "create", now });
const update = (values: WireRecord, record: WireRecord) => toBillingWire(values, { mode: "update", now, record });
const rules = ({ errors }: ReturnType<typeof create>) => errors.map(({ pointer, rule }) => `${pointer} ${rule}`);

describe("a new record", () => {
  it.each<[name: string, values: WireRecord, intervals: unknown[]]>([
    ["one profile", { billing_profile_id: 3 }, [{ profile_id: 3, start: null, stop: null }]],
    ["no profile yet", { billing_profile_id: null }, [{ profile_id: null, start: null, stop: null }]],
    [
      "a schedule",
      { billing_profile_id: 3, billing_profiles: [july, august] },
      [{ profile_id: 3, start: null, stop: null }, july, august],
    ],
  ])("sends %s as intervals, the open one first", (_, values, intervals) => {
    const { record, patches } = create({ status: "active", ...values });
    expect(record).toEqual({
      status: "active",
      billing_profile_definition: "profiles",
      billing_profiles: intervals,
    });
    expect(patches).toEqual([]);
  });

  it("is sent by its package if that is all there is: it brings its profiles", () => {
    const { record, errors } = create({ status: "active", billing_profile_id: null, profile_package_id: 9 });
    expect(record).toEqual({ status: "active", billing_profile_definition: "package", profile_package_id: 9 });
    expect(errors).toEqual([]);
    const both = create({ billing_profile_id: 3, profile_package_id: 9 });
    expect(both.record).toMatchObject({ billing_profile_definition: "profiles", profile_package_id: 9 });
  });

  it("names no network in a customer's first interval", () => {
    const { record } = toBillingWire(
      { billing_profile_id: 3 },
      { mode: "create", now },
      { firstInterval: { network_id: null } },
    );
    expect(record.billing_profiles).toEqual([{ profile_id: 3, network_id: null, start: null, stop: null }]);
  });

  it.each([
    ["/billing_profiles/0/profile_id", "/billing_profile_id"],
    ["/billing_profiles/0", "/billing_profile_id"],
    ["/billing_profiles/1/start", "/billing_profiles/0/start"],
    ["/billing_profiles/3", "/billing_profiles/2"],
    ["/billing_profiles", "/billing_profiles"],
    ["/contact_id", "/contact_id"],
  ])("takes an error at %s to %s", (pointer, inForm) => {
    expect(create({ billing_profile_id: 3 }).toFormPointer(pointer)).toBe(inForm);
  });

  it("requires a future start for each scheduled profile", () => {
    const unreadable = { profile_id: 5, start: "soon", stop: null };
    const wire = create({
      billing_profile_id: 3,
      billing_profiles: [may, { profile_id: 5, start: null }, july, unreadable],
    });
    expect(rules(wire)).toEqual(["/billing_profiles/0/start future", "/billing_profiles/1/start required"]);
  });
});

describe("a change", () => {
  const record = { id: 12, status: "active", billing_profile_id: 3, billing_profiles: [july] };

  it.each<[name: string, values: WireRecord, patches: unknown[], intervals: unknown[]]>([
    ["nothing of the billing", { status: "locked" }, [], [july]],
    ["the profile in force", { billing_profile_id: 4 }, [{ field: "billing_profile_id", value: 4 }], [july]],
    ["the schedule", { billing_profiles: [july, august] }, [], [july, august]],
    ["an emptied schedule", { billing_profiles: [] }, [], []],
    [
      "package and profile, the package first",
      { billing_profile_id: 4, profile_package_id: 9 },
      [
        { field: "profile_package_id", value: 9 },
        { field: "billing_profile_id", value: 4 },
      ],
      [july],
    ],
  ])("of %s", (_, values, patches, intervals) => {
    const wire = update({ ...record, ...values }, record);
    expect(wire.patches).toEqual(patches);
    expect(wire.record).toEqual({
      id: 12,
      status: values.status ?? "active",
      billing_profile_definition: "profiles",
      billing_profiles: intervals,
    });
    expect(wire.errors).toEqual([]);
  });

  it("removes a package by null", () => {
    const wire = update({ ...record, profile_package_id: null }, { ...record, profile_package_id: 9 });
    expect(wire.patches).toEqual([{ field: "profile_package_id", value: null }]);
  });

  it("drops an interval that has taken effect since the form was opened", () => {
    const before = { ...record, billing_profiles: [may, july] };
    const wire = update({ ...before, billing_profiles: [may, july, { profile_id: 6, start: null }] }, before);
    expect(wire.record.billing_profiles).toEqual([july, { profile_id: 6, start: null }]);
    expect(rules(wire)).toEqual(["/billing_profiles/2/start required"]);
    expect(wire.toFormPointer("/billing_profiles/0/stop")).toBe("/billing_profiles/1/stop");
  });

  it("refuses an interval in the past, and a missing profile", () => {
    const wire = update({ ...record, billing_profile_id: null, billing_profiles: [july, may] }, record);
    expect(rules(wire)).toEqual(["/billing_profile_id required", "/billing_profiles/1/start future"]);
  });
});
