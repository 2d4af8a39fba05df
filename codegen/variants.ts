import type { Path } from "./diagnostics.ts";
import type { EntitySchema, FieldKeyword, PropertySchema } from "./schemaTypes.ts";

/** A field of a schema, and where its declaration is. */
export interface DeclaredField {
  readonly name: string;
  readonly property: PropertySchema;
  readonly path: Path;
}

/**
 * The fields of a schema, those of its variants behind the discriminator: a field that exists and is required in some
 * variants is one with `when` and `requiredWhen`, which forms, validators and the rule book know.
 */
export function declaredFields({ properties, oneOf = [], discriminator }: EntitySchema): DeclaredField[] {
  const by = discriminator?.propertyName ?? "";
  return Object.entries(properties).flatMap(([name, property]): DeclaredField[] => {
    const path = ["properties", name];
    if (name !== by) return [{ name, property, path }];
    const choices = oneOf.flatMap((variant) => variant.properties[by]?.const ?? []).filter(isChoice);
    const hasChoices = property.type !== "boolean" && choices.length > 0;
    return [
      { name, path, property: hasChoices ? { ...property, enum: choices } : property },
      ...variantFields(by, oneOf),
    ];
  });
}

function isChoice(value: string | number | boolean): value is string | number {
  return typeof value !== "boolean";
}

type Variants = NonNullable<EntitySchema["oneOf"]>;

function variantFields(by: string, variants: Variants): DeclaredField[] {
  const names = new Set(variants.flatMap(({ properties }) => Object.keys(properties)));
  names.delete(by);
  return [...names].flatMap((name): DeclaredField[] => {
    const index = variants.findIndex(({ properties }) => properties[name]);
    const property = variants[index]?.properties[name];
    if (!property) return [];
    const within = variants.filter(({ properties }) => properties[name]);
    const condition = (those: Variants) => {
      const values = those.flatMap(({ properties }) => properties[by]?.const ?? []);
      return { [by]: values.length === 1 ? values[0] : values };
    };
    const { when: _, requiredWhen, ...keywords }: FieldKeyword = property["x-field"] ?? {};
    const requiring = within.filter(({ required = [] }) => required.includes(name));
    const conditions = {
      when: condition(within),
      ...(requiring.length > 0
        ? { requiredWhen: condition(requiring) }
        : requiredWhen && { requiredWhen: { ...condition(within), ...requiredWhen } }),
    };
    const path = ["oneOf", index, "properties", name];
    return [{ name, path, property: { ...property, "x-field": { ...keywords, ...conditions } } }];
  });
}
