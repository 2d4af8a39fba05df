import type { Condition, ConditionValue, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { valuesOf } from "../verify/pairwise.ts";

/** A condition with one fault; undefined: none at all. */
export interface Turned {
  readonly id: string;
  readonly condition: Condition | undefined;
}

/** A condition without it, and with each of its parts negated, pointed at another value or left out. */
export function turned(condition: Condition, descriptor: ResourceDescriptor): Turned[] {
  const { anyOf } = condition as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) {
    const alternatives: readonly Condition[] = anyOf;
    return alternatives.flatMap((part, index) => {
      const others = (now: readonly Condition[]) => [
        ...alternatives.slice(0, index),
        ...now,
        ...alternatives.slice(index + 1),
      ];
      return [
        { id: `without-${index + 1}`, condition: { anyOf: others([]) } },
        ...partsTurned(part, descriptor).map(({ id, condition: now }) => ({
          id: `${index + 1}-${id}`,
          condition: { anyOf: others(now ? [now] : []) },
        })),
      ];
    });
  }
  return [{ id: "dropped", condition: undefined }, ...partsTurned(condition, descriptor)];
}

function partsTurned(condition: Condition, descriptor: ResourceDescriptor): Turned[] {
  const parts = Object.entries(condition as Readonly<Record<string, ConditionValue>>);
  return parts.flatMap(([path, wanted]) => {
    const changed = (value: ConditionValue): Condition => ({ ...condition, [path]: value });
    const rest = Object.fromEntries(parts.filter(([other]) => other !== path));
    const other = otherValue(path, wanted, descriptor);
    return [
      { id: `${path}-negated`, condition: changed(negated(wanted)) },
      ...(other === undefined ? [] : [{ id: `${path}-${other}`, condition: changed(other) }]),
      ...(parts.length > 1 ? [{ id: `${path}-left-out`, condition: rest }] : []),
    ];
  });
}

function negated(wanted: ConditionValue): ConditionValue {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return { not: wanted as string };
  return (wanted as { readonly not: ConditionValue }).not;
}

/** A choice that the condition does not name; for switches, negating does the same. */
function otherValue(path: string, wanted: ConditionValue, descriptor: ResourceDescriptor): string | undefined {
  const named: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const choices = path === "$mode" ? ["create", "update"] : valuesOf(path, descriptor);
  return choices.find((choice): choice is string => typeof choice === "string" && !named.includes(choice));
}
