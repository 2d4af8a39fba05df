import type { Json, ResourceDescriptor, RuleEntry } from "../schema/descriptor.ts";
import { nextStatuses } from "../validation/transitions.ts";
import type { Rule } from "./rulesBetween.ts";

type Stateful = Pick<ResourceDescriptor, "fields" | "statusTransitions" | "hiddenWhen" | "readOnlyWhen">;

/**
 * A rule for each value that a status changes from, and for a new record: the values that may follow, and those that may not.
 * Conditional transitions have rules of their own; those of some roles are none, as another role breaks them.
 */
export function transitionRules({ fields, statusTransitions, hiddenWhen, readOnlyWhen }: Stateful): Rule[] {
  if (!statusTransitions) return [];
  const { field: name, allowed } = statusTransitions;
  const values = fields.find((field) => field.name === name)?.enum?.map(String) ?? [];
  const ends = [...(hiddenWhen?.values ?? []), ...(readOnlyWhen?.values ?? [])];
  return [null, ...values.filter((value) => !ends.includes(value))].flatMap((from): Rule[] => {
    const leading = allowed.filter((transition) => transition.from.includes(from));
    const known = new Set([...leading.flatMap(({ to }) => to), from]);
    const refused = values.filter((value) => !known.has(value));
    const rule = (valid: readonly string[], invalid: readonly string[]): Rule => ({
      pointer: `/${name}`,
      rule: "transition",
      key: from === null ? "rules.transition.start" : "rules.transition.change",
      params: { from, allowedValues: [...valid], to: [...invalid] },
      side: "both",
      mode: from === null ? "create" : "update",
      // A record may stay as it is.
      valid: valid.length > 0 || from === null ? valid : [from],
      invalid,
    });
    const open = leading.filter(({ access }) => access === undefined);
    const always = open.filter(({ when }) => when === undefined).flatMap(({ to }) => to);
    const conditional = open.flatMap(({ when, to }) => (when ? [{ ...rule(to, []), when }] : []));
    return [...(always.length + refused.length > 0 ? [rule(always, refused)] : []), ...conditional];
  });
}

/** Rules that try each choice of a status, with those alone that a new record begins with. */
export function withFirstChoices(descriptor: Pick<ResourceDescriptor, "statusTransitions">): (rule: Rule) => Rule {
  const first = nextStatuses(descriptor, (from) => from === null);
  const pointer = `/${descriptor.statusTransitions?.field}`;
  const isFirst = (value: Json) => first?.includes(String(value)) !== false;
  return (rule) =>
    first && rule.rule === "enum" && rule.pointer === pointer ? { ...rule, valid: rule.valid.filter(isFirst) } : rule;
}

/** The statuses from that of a new record to the one that a rule changes from; undefined if none lead there for everyone. */
export function statusesTo(
  { statusTransitions }: Pick<ResourceDescriptor, "statusTransitions">,
  { params }: Pick<RuleEntry, "params">,
): readonly string[] | undefined {
  const open = statusTransitions?.allowed.filter(({ access, when }) => !access && !when) ?? [];
  const after = (status: string | null) => open.flatMap(({ from, to }) => (from.includes(status) ? to : []));
  const ways = after(null).map((status): readonly string[] => [status]);
  const seen = new Set(ways.flat());
  // The loop also visits ways that are added during it: shorter ones come first.
  for (const way of ways) {
    const [last = null] = way.slice(-1);
    if (last === params.from) return way;
    for (const next of after(last)) {
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
