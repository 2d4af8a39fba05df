import type { FieldDescriptor, ResourceDescriptor, Right } from "../../../src/core/descriptor.ts";
import { endOf } from "../../../src/panel/views/form/endsRecord.ts";
import { guardedFields, reachOf } from "../../../tests/support/rights.ts";
import { moduleOf } from "./book.ts";
import type { BookedRule } from "./coverage.ts";
import type { Outcome } from "./outcome.ts";

export const ways = ["api", "form"] as const;
/** How a role tries to get at something. */
export type Way = (typeof ways)[number];

export const rights: readonly Right[] = ["read", "lookup", "create", "update", "delete"];

/** What the schemas say about one right of one role. */
export interface RoleCase {
  /** `domains:role:ccare:read`, `vouchers/reseller_id:role:reseller:create` */
  readonly id: string;
  readonly resource: string;
  readonly role: string;
  readonly right: Right;
  /** A field with access of its own, for a role that has this right on the resource. */
  readonly field?: string;
  readonly expects: "accepted" | "refused";
}

/** Every right of these roles, on the resources and on their fields with access of their own. */
export function roleCases(roles: readonly string[], resources: readonly string[]): RoleCase[] {
  return resources.flatMap((resource) => {
    const { descriptor } = moduleOf(resource);
    const fields = guardedFields(resource).flatMap((name) => descriptor.fields.find((one) => one.name === name) ?? []);
    return roles.flatMap((role) => [
      ...rights.map((right): RoleCase => {
        const isGranted = isOffered(descriptor, right) && reachOf(resource, role, right) !== "none";
        return {
          id: `${resource}:role:${role}:${right}`,
          ...{ resource, role, right, expects: isGranted ? "accepted" : "refused" },
        };
      }),
      ...fields.flatMap((field) => fieldCases(descriptor, role, field)),
    ]);
  });
}

/** Nothing for rights that the role lacks on the whole resource, or that nobody has on such a field. */
function fieldCases(descriptor: ResourceDescriptor, role: string, field: FieldDescriptor): RoleCase[] {
  const { name: resource } = descriptor;
  const { name, readOnly, internal, immutable, writeOnly } = field;
  const possible: Partial<Record<Right, boolean>> = {
    read: !internal && !writeOnly,
    create: descriptor.operations.includes("create") && !internal && !readOnly,
    update: descriptor.operations.includes("update") && !internal && !readOnly && !immutable,
  };
  return rights
    .filter((right) => possible[right] && reachOf(resource, role, right === "read" ? "lookup" : right) !== "none")
    .map((right) => ({
      id: `${resource}/${name}:role:${role}:${right}`,
      ...{ resource, role, right, field: name },
      expects: reachOf(resource, role, right === "read" ? "lookup" : right, name) === "none" ? "refused" : "accepted",
    }));
}

/** Whether anybody can do this with the resource. */
function isOffered(descriptor: ResourceDescriptor, right: Right): boolean {
  const { operations, preferences, order } = descriptor;
  switch (right) {
    case "create":
      return operations.includes("create");
    case "update":
      return operations.includes("update") || preferences !== undefined || order !== undefined;
    case "delete":
      return operations.includes("delete") || (endOf(descriptor) !== undefined && operations.includes("update"));
    default:
      return operations.includes("list") || operations.includes("read");
  }
}

/** The rights as rules of their own, which only this part proves. */
export function bookedRights(cases: readonly RoleCase[]): BookedRule[] {
  return cases.map(({ id, expects }) => ({ id, requirements: [], sides: [expects], decidedBy: "role" }));
}

export function caseIdFor({ id }: RoleCase, way: Way): string {
  return `${id}:${way}`;
}

/** An outcome of a case; what is wrong, if anything, says `got`. */
export function roleOutcome(
  entry: RoleCase,
  way: Way,
  { verdict, got, sent }: Pick<Outcome, "verdict" | "got" | "sent">,
): Outcome {
  const { id, resource, role, right, field, expects } = entry;
  const pointer = field === undefined ? "" : `/${field}`;
  const may = expects === "accepted" ? `allowed: ${role} may` : `refused: ${role} may not`;
  const verb = right === "lookup" ? "look up" : right;
  return {
    part: "role",
    id: caseIdFor(entry, way),
    covers: [id],
    access: { role, way },
    resource,
    pointer,
    rule: `${role} ${right}`,
    name: `${resource}${pointer} ${role} ${right} by ${way === "api" ? "API" : "form"}`,
    verdict,
    value: `as ${role}`,
    expected: `${may} ${verb} ${resource}${pointer}`,
    got,
    sent,
    where: `access in schemas/entities/${resource}.schema.json, and src/core/access.ts`,
  };
}
