import type { ResourceModel } from "./model.ts";
import type { ResourceKeyword } from "./schemaTypes.ts";

type StatusKeyword = NonNullable<ResourceKeyword["status"]>;
export type TransitionKeyword = NonNullable<StatusKeyword["transitions"]>[number];

/** One value or several, as a list. */
export function toList<Value extends string | null>(given: Value | readonly Value[]): readonly Value[] {
  return typeof given === "string" || given === null ? [given] : given;
}

/** The values that a new record begins with: those of transitions from null, or the default of the field. */
export function startOf(transitions: readonly TransitionKeyword[], usual: unknown): readonly string[] {
  const start = transitions.filter(({ from }) => toList(from).includes(null)).flatMap(({ to }) => toList(to));
  return start.length > 0 || typeof usual !== "string" ? start : [usual];
}

/** Transitions as the descriptor has them, with the beginning of records. */
export function toTransitions({ x: { status }, fields }: ResourceModel) {
  if (!status?.transitions) return undefined;
  const allowed = status.transitions.map(({ from, to, roles, when }) => ({
    from: toList(from),
    to: toList(to),
    ...(roles && { access: Object.fromEntries(roles.map((role) => [role, { update: true }])) }),
    ...(when && { when }),
  }));
  const isBegun = allowed.some(({ from }) => from.includes(null));
  const usual = fields.find(({ name }) => name === status.field)?.schema.default;
  const start = isBegun ? [] : [{ from: [null], to: startOf([], usual) }];
  return { field: status.field, allowed: [...start, ...allowed] };
}
