import { describe, expect, it } from "vitest";
import { testDescriptor, testField } from "../../testing/descriptor.ts";
import {
  canChangeStatus,
  canReturn,
  nextStatuses,
  type StatusRules,
  statusField,
  statusRefusal,
  withAllowedStatuses,
  withFirstStatuses,
} from "./transitions.ts";

function resource(name: string, more: Partial<StatusRules> = {}): StatusRules {
  return { name, remove: { by: "status", field: "status", value: "terminated" }, ...more };
}

const terminated = { field: "status", values: ["terminated"] };
const resellers = resource("resellers");
const customers = resource("customers", { readOnlyWhen: terminated });
const contracts = resource("contracts", { hiddenWhen: terminated });
const billingprofiles = resource("billingprofiles", {
  remove: { by: "delete" },
  softDelete: { field: "status", value: "terminated" },
  hiddenWhen: terminated,
});

describe("statusRefusal", () => {
  it.each([
    ["reseller 1 terminated", resellers, 1, "active", "terminated", "reseller_protected"],
    ["reseller 1 locked", resellers, 1, "active", "locked", undefined],
    ["reseller 2 terminated", resellers, 2, "active", "terminated", undefined],
    ["reseller 2 back from terminated", resellers, 2, "terminated", "active", undefined],
    ["contract 1 locked", contracts, 1, "active", "locked", "contract_protected"],
    ["contract 1 kept active", contracts, 1, "active", "active", undefined],
    ["contract 2 terminated", contracts, 2, "active", "terminated", undefined],
    ["contract gone", contracts, 2, "terminated", "active", "not_found"],
    ["customer 1 locked", customers, 1, "active", "locked", "customer_protected"],
    ["customer 2 terminated", customers, 2, "locked", "terminated", undefined],
    ["customer final", customers, 2, "terminated", "active", "record_frozen"],
    ["billing profile 1 terminated", billingprofiles, 1, "active", "terminated", "billing_profile_protected"],
    ["billing profile 2 terminated", billingprofiles, 2, "active", "terminated", undefined],
  ])("%s", (_, descriptor, id, status, to, code) => {
    expect(statusRefusal(descriptor, { id, status }, to)?.code).toBe(code);
    expect(canChangeStatus(descriptor, { id, status }, to)).toBe(code === undefined);
  });

  it("reports record and state", () => {
    expect(statusRefusal(customers, { id: 2, status: "terminated" }, "active")).toMatchObject({
      status: 422,
      params: { resource: "customers", id: 2, status: "terminated" },
    });
  });

  it("applies only the protections passed in", () => {
    expect(canChangeStatus(resellers, { id: 1, status: "active" }, "terminated", {})).toBe(true);
  });
});

it("statusField is the field that marks a record as ended", () => {
  const state = { field: "state", values: ["closed"] };
  expect(statusField(resource("x", { readOnlyWhen: state }))).toBe("state");
  expect(statusField(resource("x", { hiddenWhen: state }))).toBe("state");
  expect(statusField(resource("x", { remove: { by: "status", field: "state", value: "closed" } }))).toBe("state");
  expect(statusField(resource("x", { remove: { by: "delete" } }))).toBe("status");
});

describe("transitions", () => {
  const rentals = testDescriptor({
    fields: [testField("status", "enum", { enum: ["booked", "out", "lost", "returned"] })],
    statusTransitions: {
      field: "status",
      allowed: [
        { from: [null], to: ["booked"] },
        { from: ["booked"], to: ["out"] },
        { from: ["out"], to: ["booked", "returned"], when: { note: { not: null } } },
        { from: ["out"], to: ["lost"], access: { superuser: { update: true } } },
      ],
    },
  });
  const offered = (descriptor: typeof rentals) => descriptor.fields[0]?.enum;

  it("limit what forms offer, by role but not by conditions on what the form may change", () => {
    expect(offered(withFirstStatuses(rentals, undefined))).toEqual(["booked"]);
    expect(offered(withAllowedStatuses(rentals, { status: "booked" }))).toEqual(["booked", "out"]);
    expect(offered(withAllowedStatuses(rentals, { status: "out" }, () => false))).toEqual([
      "booked",
      "out",
      "returned",
    ]);
    expect(offered(withAllowedStatuses(rentals, { status: "out" }, () => true))).toContain("lost");
    expect(
      nextStatuses(
        rentals,
        (from) => from !== null,
        () => false,
      ),
    ).toEqual(["out", "booked", "returned"]);
  });

  it("say whether a change can be undone", () => {
    const booked = { status: "booked" };
    expect(canReturn(rentals, { status: "out" }, booked)).toBe(false);
    expect(canReturn(rentals, { status: "out", note: "wet" }, booked)).toBe(true);
    expect(canReturn(rentals, booked, booked)).toBe(true);
    expect(canReturn({ ...rentals, statusTransitions: undefined }, { status: "out" }, booked)).toBe(true);
  });
});
