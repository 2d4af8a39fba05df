import { kindSources } from "./kind.ts";
import type { FieldModel, ResourceModel } from "./model.ts";
import { isEditable } from "./normalize.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

/** A field to show what a kind is like. */
export interface KindExample {
  readonly kind: string;
  readonly resource: string;
  /** With what it is in: `destinations.destination`. */
  readonly field: string;
  /** Address of a form that shows it at once, with `:parentId` where it is below another record. */
  readonly address?: string;
  /** Whether some form has it, if not at once. */
  readonly hasForm: boolean;
}

/**
 * For each kind the first field that is one: shown at once rather than on a condition, in no list or object, and on a
 * form of its own rather than below a record. What no form has is named all the same.
 */
export function kindExamples(resources: readonly ResourceModel[]): ReadonlyMap<string, KindExample> {
  const forms = resourceRoutes(resources).filter(({ view }) => view === "create");
  const isBelow = ({ x }: ResourceModel) => x.parent !== undefined;
  const inOrder = [...resources.filter((one) => !isBelow(one)), ...resources.filter(isBelow)];
  const examples = inOrder.flatMap(({ name, fields }) => {
    const form = forms.find(({ resource }) => resource === name)?.path;
    return fieldsIn(fields, "").map(({ field, path, isHidden }) => {
      const address = isHidden ? undefined : form;
      return {
        kind: field.kind,
        resource: name,
        field: path,
        ...(address ? { address } : {}),
        hasForm: form !== undefined,
      };
    });
  });
  return new Map(
    kindSources.flatMap(([kind]) => {
      const own = examples.filter((example) => example.kind === kind);
      const found = own.find(({ address }) => address) ?? own.find(({ hasForm }) => hasForm) ?? own[0];
      return found ? [[kind, found] as const] : [];
    }),
  );
}

interface PlacedField {
  readonly field: FieldModel;
  readonly path: string;
  /** A form does not show it before something else is filled in. */
  readonly isHidden: boolean;
}

function fieldsIn(fields: readonly FieldModel[], prefix: string): PlacedField[] {
  return fields.filter(isEditable).flatMap((field) => {
    const path = `${prefix}${field.name}`;
    const isHidden = prefix !== "" || field.when !== undefined;
    return [{ field, path, isHidden }, ...fieldsIn(field.fields ?? [], `${path}.`)];
  });
}
