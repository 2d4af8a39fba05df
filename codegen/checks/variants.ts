import { expectAll, expectOneOf, type Report } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";

/** Checks that the variants of a record differ in their discriminator, and that each field means one thing. */
export function checkVariants({ name, schema, fields }: ResourceModel, report: Report): void {
  const { oneOf: variants, discriminator, properties, required = [] } = schema;
  if (!variants && !discriminator) return;
  if (!variants) {
    report(["discriminator"], `"discriminator" of ${name} requires "oneOf"`, 'the variants in "oneOf"');
    return;
  }
  if (!discriminator) {
    report(["oneOf"], `"oneOf" of ${name} requires "discriminator"`, '"discriminator": { "propertyName": "..." }');
    return;
  }
  const by = discriminator.propertyName;
  const field = properties[by];
  if (!field) {
    expectOneOf(report, ["discriminator", "propertyName"], by, Object.keys(properties), `a field of ${name}`);
    return;
  }
  if (field.enum)
    report(
      ["properties", by, "enum"],
      `the choices of ${by} are in "oneOf"`,
      'no "enum" beside the "const" of each variant',
    );
  if (field.default === undefined && !required.includes(by))
    report(
      ["properties", by],
      `a record without ${by} is no variant`,
      `a "default", or "${by}" among the required fields`,
    );
  const choices = new Map<unknown, number>();
  const definitions = new Map<string, string>();
  for (const [index, variant] of variants.entries()) {
    const path = ["oneOf", index, "properties"];
    const { [by]: chosen, ...own } = variant.properties;
    const type = field.type === "integer" ? "number" : field.type;
    const isOfType = typeof chosen?.const === type && (chosen?.type ?? field.type) === field.type;
    if (chosen?.const === undefined || !isOfType)
      report(
        chosen ? [...path, by] : ["oneOf", index],
        `variant ${index + 1} of ${name} does not say its ${by}`,
        `"${by}": { "type": "${field.type}", "const": ... } in its "properties"`,
      );
    else if (choices.has(chosen.const))
      report(
        [...path, by],
        `variant ${index + 1} of ${name} has the ${by} of variant ${choices.get(chosen.const)}`,
        "another",
      );
    else choices.set(chosen.const, index + 1);
    expectAll(
      report,
      ["oneOf", index, "required"],
      variant.required,
      Object.keys(variant.properties),
      "a property of this variant",
    );
    for (const [property, definition] of Object.entries(own)) {
      const here = [...path, property];
      const text = JSON.stringify(definition);
      if (property in properties)
        report(
          here,
          `${property} is a field of every variant`,
          `it in "properties" of ${name} or in variants, not in both`,
        );
      if (text !== (definitions.get(property) ?? text))
        report(here, `${property} is another field in another variant`, "the same keywords, or another name");
      definitions.set(property, text);
      const { when, requiredWhen } = definition["x-field"] ?? {};
      if (when) report([...here, "x-field", "when"], `${property} exists in its variant`, 'no "when"');
      if (requiredWhen && ("anyOf" in requiredWhen || by in requiredWhen || variant.required?.includes(property)))
        report(
          [...here, "x-field", "requiredWhen"],
          `${property} is required where its variants say so`,
          `"required" of the variant, or a condition without "anyOf" and ${by}`,
        );
    }
  }
  if (fields.find((candidate) => candidate.name === by)?.readOnly)
    report(["discriminator", "propertyName"], `${by} is read-only`, "a field that is written");
}
