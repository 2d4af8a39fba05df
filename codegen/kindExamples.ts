import { kindSources } from "./kind.ts";
import type { ResourceModel } from "./model.ts";
import { isEditable } from "./normalize.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

/** A field to show what a kind is like, on a form that anybody can open. */
export interface KindExample {
  readonly kind: string;
  readonly resource: string;
  readonly field: string;
  /** Address of the form, with `:parentId` where it is below another record. */
  readonly address: string;
}

/** For each kind the first field that is one without a condition; on a form of its own rather than below a record. */
export function kindExamples(resources: readonly ResourceModel[]): ReadonlyMap<string, KindExample> {
  const forms = resourceRoutes(resources).filter(({ view }) => view === "create");
  const isBelow = ({ x }: ResourceModel) => x.parent !== undefined;
  const inOrder = [...resources.filter((one) => !isBelow(one)), ...resources.filter(isBelow)];
  const examples = inOrder.flatMap(({ name, fields }) => {
    const address = forms.find(({ resource }) => resource === name)?.path;
    const shown = fields.filter((field) => isEditable(field) && !field.when);
    return address ? shown.map((field) => ({ kind: field.kind, resource: name, field: field.name, address })) : [];
  });
  return new Map(
    kindSources.flatMap(([kind]) => {
      const found = examples.find((example) => example.kind === kind);
      return found ? [[kind, found] as const] : [];
    }),
  );
}
