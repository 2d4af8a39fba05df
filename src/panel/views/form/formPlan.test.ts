import { describe, expect, it } from "vitest";
import { can } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import { type PlanInput, planForm } from "./formPlan.ts";

const none: ReadonlySet<string> = new Set();

function plan(resource: string, role: string, values: WireRecord, options: Partial<PlanInput> = {}) {
  const descriptor = resources[resource]?.descriptor;
  if (!descriptor) throw new Error(`no ${resource}`);
  const caller = { role, adminId: 7 };
  const groups = planForm({
    descriptor,
    values,
    access: { can: (target, right, about) => can(caller, target, right, about) },
    context: { mode: "create", related: () => undefined },
    preset: none,
    always: none,
    omitted: none,
    ...options,
  });
  return groups.flatMap(({ fields }) => fields);
}

const names = (fields: ReturnType<typeof plan>) => fields.map(({ field }) => field.name);

describe("the plan of a form", () => {
  it("leaves out fields that the user cannot set on a new record", () => {
    expect(names(plan("domains", "superuserMaster", {}))).toEqual(["reseller_id", "domain"]);
    expect(names(plan("domains", "reseller", {}))).toEqual(["domain"]);
  });

  it("shows immutable fields read-only", () => {
    const record = { id: 1, reseller_id: 3, handle: "h", name: "n" };
    const fields = plan("billingprofiles", "superuserMaster", record, {
      record,
      context: { mode: "update", related: () => undefined },
    });
    expect(fields.find(({ field }) => field.name === "reseller_id")).toMatchObject({ readOnly: true, required: false });
    expect(fields.find(({ field }) => field.name === "name")).toMatchObject({ readOnly: false, required: true });
  });

  it("follows conditions, also behind a reference", () => {
    const related = (path: string) => (path === "customer_id.type" ? "pbxaccount" : undefined);
    const shown = (values: WireRecord) =>
      names(plan("subscribers", "superuserMaster", values, { context: { mode: "create", related } }));
    expect(shown({ customer_id: 4 })).toContain("pbx_extension");
    expect(shown({ customer_id: 4 })).not.toContain("primary_number");
    expect(shown({ customer_id: 4, is_pbx_pilot: true })).toContain("primary_number");
    expect(names(plan("subscribers", "superuserMaster", {}))).not.toContain("pbx_extension");
  });

  it("marks conditionally required fields", () => {
    const context = { mode: "create", related: () => "sipaccount" } as const;
    const number = plan("subscribers", "superuserMaster", { customer_id: 4 }, { context }).find(
      ({ field }) => field.name === "primary_number",
    );
    expect(number?.required).toBe(true);
  });

  it("lets only the account's owner change its password", () => {
    const update = { mode: "update", related: () => undefined } as const;
    const fieldsOf = (id: number) => {
      const record = { id, login: "somebody", role: "reseller" };
      return names(plan("admins", "superuserMaster", record, { record, context: update }));
    };
    expect(fieldsOf(7)).toContain("password");
    expect(fieldsOf(8)).not.toContain("password");
  });
});
