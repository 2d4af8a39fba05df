import { describe, expect, it } from "vitest";
import { descriptorOf } from "../../../../tests/support/world.ts";
import { type Caller, can } from "../../../core/access/access.ts";
import { resources } from "../../../generated/all.gen.ts";
import { planChange, planRemoval } from "../bulk/bulkPlan.ts";
import { fieldChange } from "../bulk/useBulkPlan.ts";
import { bulkActions } from "./bulkActions.ts";
import { hasBulkActions } from "./bulkField.ts";

const roles = [
  "superuserMaster",
  "superuser",
  "superuserReadOnly",
  "resellerMaster",
  "reseller",
  "ccareMaster",
  "ccare",
];

function accessOf(role: string) {
  const caller: Caller = { role, adminId: 7, admin: { call_data: true, billing_data: true } };
  return {
    can: (...question: Parameters<typeof can> extends [unknown, ...infer Rest] ? Rest : never) =>
      can(caller, ...question),
  };
}
const superuser = accessOf("superuserMaster");
const told = (name: string, role = "superuserMaster") =>
  bulkActions(descriptorOf(name), accessOf(role)).flatMap((action) => {
    if (action.kind === "status") return `to ${action.value}`;
    if (action.kind === "remove") return "remove";
    const names = action.fields.map((field) => field.name);
    return action.name ? `${action.name}: ${names.join(", ")}` : names;
  });

describe("bulk actions", () => {
  it.each([
    ["voicemailsettings", []],
    [
      "customers",
      [
        "to active",
        "to pending",
        "to locked",
        "change_billing: billing_profile_id, billing_profiles, profile_package_id",
        "contact_id",
        "max_subscribers",
        "external_id",
        "vat_rate",
        "add_vat",
        "subscriber_email_template_id",
        "passreset_email_template_id",
        "invoice_email_template_id",
        "invoice_template_id",
        "remove",
      ],
    ],
    ["bannedips", ["remove"]],
    ["numbers", ["subscriber_id"]],
  ])("of %s are those that its schema gives", (name, actions) => {
    expect(told(name)).toEqual(actions);
  });

  it("leave out what records cannot share, is secret, or only chooses what else is written", () => {
    const { fields } = descriptorOf("subscribers");
    const offered = told("subscribers");
    expect(offered).toEqual(expect.arrayContaining(["to active", "administrative", "change_lock: lock", "timezone"]));
    for (const { name, unique, secret } of fields) if (unique || secret) expect(offered).not.toContain(name);
    expect(fields.filter(({ kind }) => kind.startsWith("phoneNumber")).map(({ name }) => name)).toHaveLength(2);
    for (const { name, kind } of fields) if (kind.startsWith("phoneNumber")) expect(offered).not.toContain(name);
    expect(told("customers")).not.toContain("billing_profile_definition");
  });

  it("follow the user's rights, field by field", () => {
    expect(told("customers", "superuserReadOnly")).toEqual([]);
    expect(told("resellers", "reseller")).toEqual([]);
    expect(told("admins", "superuser")).toEqual([]);
  });

  it("are offered exactly in lists that have any", () => {
    const wrong = Object.values(resources).flatMap(({ descriptor }) =>
      roles
        .filter(
          (role) => hasBulkActions(descriptor, accessOf(role)) !== bulkActions(descriptor, accessOf(role)).length > 0,
        )
        .map((role) => `${descriptor.name} ${role}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the plan of a bulk action", () => {
  const customers = descriptorOf("customers");
  const status = customers.fields.find(({ name }) => name === "status");

  it("skips records that already match, are final, or are needed by the platform", () => {
    if (!status) throw new Error("customers have a status");
    const records = [
      { id: 1, status: "active" },
      { id: 2, status: "active" },
      { id: 3, status: "locked" },
      { id: 4, status: "terminated" },
    ];
    const plan = planChange(customers, superuser, records, fieldChange(status, "locked"));
    expect(plan.map(({ state, reason }) => [state, reason?.key])).toEqual([
      ["refused", "errors.customer_protected"],
      ["change", undefined],
      ["same", undefined],
      ["refused", "errors.record_frozen"],
    ]);
  });

  it("skips records that cannot be removed, with the reason", () => {
    const records = [
      { id: 1, status: "active" },
      { id: 2, status: "active" },
      { id: 3, status: "terminated" },
    ];
    expect(planRemoval(customers, superuser, records).map(({ state, reason }) => [state, reason?.key])).toEqual([
      ["refused", "errors.customer_protected"],
      ["change", undefined],
      ["same", undefined],
    ]);
  });

  it("skips the user's own account where only others may change it", () => {
    const admins = descriptorOf("admins");
    const isActive = admins.fields.find(({ name }) => name === "is_active");
    if (!isActive) throw new Error("admins can be switched off");
    const records = [
      { id: 7, is_active: true },
      { id: 8, is_active: true },
    ];
    expect(planChange(admins, superuser, records, fieldChange(isActive, false)).map(({ state }) => state)).toEqual([
      "refused",
      "change",
    ]);
  });
});
