import { expectAll, expectOneOf, type Path, type Report } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";
import { toList } from "../transitions.ts";
import { checkCondition } from "./conditions.ts";
import type { Resources } from "./paths.ts";
import { valueError } from "./values.ts";

/** Actions on a record: they change fields that updates change, to values that these can have. */
export function checkActions(resource: ResourceModel, resources: Resources, report: Report): void {
  const { x, fields, name: resourceName } = resource;
  const changeable = fields.filter(({ readOnly, immutable, internal }) => !readOnly && !immutable && !internal);
  const names = changeable.map(({ name }) => name);
  for (const [name, { fields: asked = [], required, set = {}, when, hook }] of Object.entries(x.actions ?? {})) {
    const pathTo = (...path: Path) => ["x-resource", "actions", name, ...path];
    expectAll(report, pathTo("fields"), asked, names, `a field that updates of ${resourceName} change`);
    expectAll(report, pathTo("required"), required, asked, `a field that ${name} asks for`);
    if (asked.length + Object.keys(set).length === 0 && !hook)
      report(pathTo(), `"${name}" changes nothing`, '"fields", "set" or "hook"');
    if (x.bulkActions?.[name]) report(pathTo(), `"${name}" is a bulk action as well`, "another name");
    for (const [field, value] of Object.entries(set)) {
      const path = pathTo("set", field);
      const model = changeable.find((candidate) => candidate.name === field);
      if (!model) expectOneOf(report, path, field, names, `a field that updates of ${resourceName} change`);
      else if (asked.includes(field)) report(path, `"${field}" is asked for as well`, '"fields" or "set"');
      const message = model && value !== null ? valueError(model, value) : undefined;
      if (message) report(path, ...message);
      else if (field === x.status?.field && x.status.transitions) {
        const reached = x.status.transitions.flatMap(({ from, to }) => (toList(from).some(Boolean) ? toList(to) : []));
        expectOneOf(report, path, value, reached, "a status that a transition leads to");
      }
    }
    if (when) checkCondition(when, resource, resources, pathTo("when"), report);
  }
}
