import type { CrossRule, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import type { Mutant } from "./mutant.ts";

/** Faults of rules that look at more than one field of a record. */
export function ruleMutants(descriptor: ResourceDescriptor): Mutant[] {
  const { name: resource, rules, dependentRequired = {} } = descriptor;
  const between = rules.flatMap((rule, index) => {
    const pointer = toPointer(rule.fields.at(-1) ?? "");
    const others = (now: readonly CrossRule[]) => [...rules.slice(0, index), ...now, ...rules.slice(index + 1)];
    const was = `${rule.rule} ${rule.fields.join(", ")}`;
    return [{ id: "dropped", what: "dropped", now: [] }, ...turnedRule(rule)].map(
      ({ id, what, now }): Mutant => ({
        id: `${resource}${pointer}:${rule.rule}-${rule.fields[0]}-${id}`,
        kind: "rules between fields turned",
        resource,
        pointer,
        planted: `${was}: ${what}`,
        fault: { descriptors: [{ ...descriptor, rules: others(now) }] },
      }),
    );
  });
  const dependent = Object.entries(dependentRequired).flatMap(([field, needed]) =>
    needed.map((one): Mutant => {
      const rest = needed.filter((other) => other !== one);
      return {
        id: `${resource}/${one}:not-required-with-${field}`,
        kind: "rules between fields turned",
        resource,
        pointer: `/${one}`,
        planted: `no longer required with ${field}`,
        fault: { descriptors: [{ ...descriptor, dependentRequired: { ...dependentRequired, [field]: rest } }] },
      };
    }),
  );
  return [...between, ...dependent];
}

interface TurnedRule {
  readonly id: string;
  readonly what: string;
  readonly now: readonly CrossRule[];
}

function turnedRule(rule: CrossRule): TurnedRule[] {
  if (rule.rule === "before") {
    const { fields, orEqual = false } = rule;
    const [first, second] = fields;
    return [
      {
        id: "equal",
        what: orEqual ? "no longer takes equal ones" : "takes equal ones",
        now: [{ ...rule, orEqual: !orEqual }],
      },
      { id: "reversed", what: "the other way round", now: [{ ...rule, fields: [second, first] }] },
    ];
  }
  if (rule.rule === "differs" || rule.rule === "together") {
    const other = rule.rule === "differs" ? ("together" as const) : ("differs" as const);
    const [first = "", second = ""] = rule.fields;
    return [{ id: `as-${other}`, what: `checked as ${other}`, now: [{ rule: other, fields: [first, second] }] }];
  }
  return [];
}

const toPointer = (path: string) => `/${path.replace(".", "/0/")}`;
