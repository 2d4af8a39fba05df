import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";
import { startOf, type TransitionKeyword, toList } from "../transitions.ts";
import { checkCondition } from "./conditions.ts";
import type { Resources } from "./paths.ts";

/** Transitions of the status: their values and roles exist, and they lead to every value but not on from a final one. */
export function checkTransitions(
  resource: ResourceModel,
  resources: Resources,
  roles: readonly string[],
  report: Report,
): void {
  const { x, fields } = resource;
  const { status } = x;
  const field = fields.find(({ name }) => name === status?.field);
  const values = field?.schema.enum;
  if (!status?.transitions || !field || !values) return;
  const { transitions } = status;
  const what = `valid for ${field.name}`;
  const ends = [...(status.hiddenValues ?? []), ...(status.readOnlyValues ?? []), status.terminated];
  for (const [index, { from, to, roles: allowedRoles, when }] of transitions.entries()) {
    const pathTo = (...path: Path) => ["x-resource", "status", "transitions", index, ...path];
    for (const [keyword, given] of [["from", from] as const, ["to", to] as const])
      for (const [position, value] of toList(given).entries()) {
        const path = pathTo(keyword, ...(Array.isArray(given) ? [position] : []));
        if (value !== null) expectOneOf(report, path, value, values, what);
        if (keyword === "from" && value !== null && ends.includes(value))
          report(path, `"${value}" is final: nothing follows it`, "a value that records leave");
      }
    expectAll(report, pathTo("roles"), allowedRoles, roles, "a role");
    if (when) checkCondition(when, resource, resources, pathTo("when"), report);
  }
  const atField = ["properties", field.name];
  const start = startOf(transitions, field.schema.default);
  if (start.length === 0)
    report(atField, `no record of ${resource.name} can be created`, `"default", or a transition from null`);
  else if (field.schema.default !== undefined)
    expectOneOf(report, [...atField, "default"], field.schema.default, start, "what a new record begins with");
  const reached = reachedFrom(start, transitions);
  const isKnown = transitions.every(({ from, to }) =>
    [...toList(from), ...toList(to)].every((value) => value === null || values.includes(value)),
  );
  for (const value of start.length > 0 && isKnown ? values : [])
    if (!reached.has(value))
      report([...atField, "enum"], `no transition leads to "${value}"`, "one, or the enum without the value");
  if (x.clone && !x.clone.resetFields?.includes(field.name))
    report(
      ["x-resource", "clone"],
      `a copy begins with the ${field.name} of its original`,
      `"${field.name}" in resetFields`,
    );
}

/** All values that transitions lead to, one after the other. */
function reachedFrom(start: readonly unknown[], transitions: readonly TransitionKeyword[]): ReadonlySet<unknown> {
  const reached = new Set(start);
  // A loop over a set visits what is added during it.
  for (const value of reached)
    for (const { from, to } of transitions)
      if (toList(from).some((one) => one === value)) for (const next of toList(to)) reached.add(next);
  return reached;
}
