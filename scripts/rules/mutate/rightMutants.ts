import { grantsOf } from "../../../src/core/accessGrants.ts";
import type { Grants, ResourceDescriptor, Right } from "../../../src/core/descriptor.ts";
import { roles } from "../../../src/generated/permissions.gen.ts";
import { type Mutant, withField } from "./mutant.ts";

const rights: readonly Right[] = ["lookup", "read", "create", "update", "delete"];

type Access = Readonly<Record<string, Grants>>;

/** Rights that the schema does not grant: of each role on the resource and on its guarded fields. */
export function rightMutants(descriptor: ResourceDescriptor): Mutant[] {
  const { name: resource, access, operations } = descriptor;
  const mutant = (
    pointer: string,
    id: string,
    planted: string,
    changed: ResourceDescriptor,
    widened: NonNullable<Mutant["fault"]["widened"]>,
  ): Mutant => ({
    id: `${resource}${pointer}:${id}`,
    kind: "rights widened",
    resource,
    pointer,
    planted,
    fault: { descriptors: [changed], widened },
  });
  // Records that nobody can ask for are the same with and without the right to see them.
  const isSeen = operations.includes("list") || operations.includes("read");
  const ofResource = wider(access)
    .filter(({ right }) =>
      right === "read" || right === "lookup" ? isSeen : (operations as readonly Right[]).includes(right),
    )
    .map(({ role, right, now }) =>
      mutant("", `${role}-may-${right}`, `${role} may ${right}`, { ...descriptor, access: now }, { role, right }),
    );
  const ofFields = descriptor.fields
    .filter(({ internal }) => !internal)
    .flatMap(({ name, access: own, readOnly }) =>
      wider(own ?? {})
        .filter(({ right }) => right === "lookup" || right === "read" || (!readOnly && right !== "delete"))
        // Rights on a field limit those on its resource, for the roles it names.
        .filter(({ role, right }) => own && grantsOf(own, role) && grantsOf(access, role)?.[right] !== undefined)
        .map(({ role, right, now }) =>
          mutant(
            `/${name}`,
            `${role}-may-${right}`,
            `${role} may ${right} the field`,
            withField(descriptor, [name], { access: now }),
            { role, right, field: name },
          ),
        ),
    );
  return [...ofResource, ...ofFields];
}

/** The map with one more right of one role, for each that it lacks or has for some records only. */
function wider(access: Access): { readonly role: string; readonly right: Right; readonly now: Access }[] {
  if (Object.keys(access).length === 0) return [];
  return roles.roles.flatMap(({ name: role }) => {
    const grants = grantsOf(access, role) ?? {};
    return rights
      .filter((right) => grants[right] !== true && !(right === "lookup" && grants.read === true))
      .map((right) => ({ role, right, now: { ...access, [role]: { ...grants, [right]: true as const } } }));
  });
}
