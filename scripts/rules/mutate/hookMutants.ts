import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { hooks } from "../../../src/platform/entities/index.ts";
import type { Moment } from "../../../src/platform/entityHooks.ts";
import { testOf } from "../businessTests.ts";
import { businessBook, moduleOf } from "../verify/book.ts";
import { hasState } from "../verify/verifyBusiness.ts";
import type { Mutant } from "./mutant.ts";

const moments: readonly Moment[] = ["prepare", "beforeWrite", "afterWrite"];

/** Each business check of a resource's hooks skipped, at each moment when it runs, if verify builds a state for it. */
export function hookMutants({ name: resource }: ResourceDescriptor): Mutant[] {
  const { checks = {} } = hooks[resource] ?? {};
  const entries = businessBook(resource);
  return Object.entries(checks).flatMap(([rule, check]) => {
    const entry = entries.find((one) => one.rule === rule && hasState(one));
    if (!entry) return [];
    return moments
      .filter((moment) => check[moment])
      .map(
        (moment): Mutant => ({
          id: `${resource}${entry.pointer}:skips-${rule}-${moment}`,
          kind: "checks skipped",
          resource,
          pointer: entry.pointer,
          planted: `the check ${rule} does not run in ${moment}`,
          fault: { skipped: { rule, moment } },
        }),
      );
  });
}

/** Checks that verify cannot miss, as it builds no state for them: what does. */
export function checksOfTests({ name: resource }: ResourceDescriptor): string[] {
  const { checks = {} } = hooks[resource] ?? {};
  const entries = businessBook(resource);
  return Object.keys(checks).flatMap((rule) => {
    const own = entries.filter((one) => one.rule === rule);
    const [first] = own;
    return first && !own.some(hasState) ? [`${resource} ${rule}: ${testOf(first)?.test}`] : [];
  });
}

/** Records that have ended are referred to as if they had not, for each reference to one. */
export function endedMutants({ name: resource }: ResourceDescriptor): Mutant[] {
  return businessBook(resource).flatMap((entry): Mutant[] => {
    const target = entry.rule === "terminated" ? targetAt(resource, entry.pointer) : undefined;
    if (target?.remove.by !== "status") return [];
    return [
      {
        id: `${resource}${entry.pointer}:any-ended`,
        kind: "references loosened",
        resource,
        pointer: entry.pointer,
        planted: `takes ${target.name} that have ended`,
        fault: { descriptors: [{ ...target, remove: { ...target.remove, value: "planted" } }] },
      },
    ];
  });
}

function targetAt(resource: string, pointer: string): ResourceDescriptor | undefined {
  const names = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  let fields = moduleOf(resource).descriptor.fields;
  let target: string | undefined;
  for (const name of names) {
    const field = fields.find((one) => one.name === name);
    target = field?.reference?.resource;
    fields = field?.fields ?? [];
  }
  return target === undefined ? undefined : moduleOf(target).descriptor;
}
