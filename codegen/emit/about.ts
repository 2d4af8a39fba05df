import type { ResourceAbout } from "../../src/core/descriptor.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { header, toCode } from "./print.ts";

/** `about.gen.ts`: titles and descriptions, which the panel does not load. */
export function emitAbout({ resources }: Model): Map<string, string> {
  const all = Object.fromEntries(resources.map((resource) => [resource.name, aboutOf(resource)]));
  return new Map([
    [
      "about.gen.ts",
      `${header("schemas/entities")}import type { ResourceAbout } from "../core/descriptor.ts";\n\n` +
        `/** Titles and descriptions for the API documentation. */\nexport const about: Readonly<Record<string, ResourceAbout>> = ${toCode(all)};\n`,
    ],
  ]);
}

/** Title and descriptions of a schema. */
export function aboutOf({ title, description, fields }: ResourceModel): ResourceAbout {
  const said = fields.flatMap((field) => descriptionsIn(field));
  return { title, about: description, ...(said.length > 0 ? { fields: Object.fromEntries(said) } : {}) };
}

function descriptionsIn({ path, schema, fields = [] }: FieldModel): [path: string, text: string][] {
  const own: [string, string][] = schema.description ? [[path.join("."), schema.description]] : [];
  return [...own, ...fields.flatMap(descriptionsIn)];
}
