import { fieldKinds } from "./kind.ts";
import type { FieldModel, ResourceModel } from "./model.ts";
import { isEditable } from "./normalize.ts";
import { resourceRoutes } from "./resourceRoutes.ts";

/** An example of a kind of field. */
export interface KindExample {
  readonly kind: string;
  readonly resource: string;
  /** Path of the field: `destinations.destination`. */
  readonly field: string;
  /** Route of a form that shows it unconditionally, with `:parentId` for the form of a child. */
  readonly formPath?: string;
  /** Whether a form has it, even if only on a condition. */
  readonly hasForm: boolean;
}

/**
 * The first field of each kind. Prefers unconditional fields outside lists and objects, and forms that are not below
 * another record. Fields without a form are a last resort.
 */
export function kindExamples(resources: readonly ResourceModel[]): ReadonlyMap<string, KindExample> {
  const forms = resourceRoutes(resources).filter(({ view }) => view === "create");
  const isBelow = ({ x }: ResourceModel) => x.parent !== undefined;
  const inOrder = [...resources.filter((resource) => !isBelow(resource)), ...resources.filter(isBelow)];
  const examples = inOrder.flatMap(({ name, fields }) => {
    const form = forms.find(({ resource }) => resource === name)?.path;
    return editableFieldsIn(fields, "").map(({ field, path, isHidden }): KindExample => {
      const formPath = isHidden ? undefined : form;
      return {
        kind: field.kind,
        resource: name,
        field: path,
        ...(formPath ? { formPath } : {}),
        hasForm: form !== undefined,
      };
    });
  });
  return new Map(
    fieldKinds.flatMap((kind) => {
      const ofKind = examples.filter((example) => example.kind === kind);
      const best = ofKind.find(({ formPath }) => formPath) ?? ofKind.find(({ hasForm }) => hasForm) ?? ofKind[0];
      return best ? [[kind, best] as const] : [];
    }),
  );
}

interface PlacedField {
  readonly field: FieldModel;
  readonly path: string;
  /** Shown only once something else is filled in. */
  readonly isHidden: boolean;
}

function editableFieldsIn(fields: readonly FieldModel[], prefix: string): PlacedField[] {
  return fields.filter(isEditable).flatMap((field) => {
    const path = `${prefix}${field.name}`;
    const isHidden = prefix !== "" || field.when !== undefined;
    return [{ field, path, isHidden }, ...editableFieldsIn(field.fields ?? [], `${path}.`)];
  });
}
