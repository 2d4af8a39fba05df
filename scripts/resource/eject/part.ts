import type { FieldDescriptor, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { flatName } from "../../../src/core/texts.ts";

/** A fragment of a screen and its dependencies. */
export interface Part {
  readonly jsx: string;
  /** Imports from react-admin. */
  readonly uses: readonly string[];
  /** Components of the panel in src/panel/screen, one file each. */
  readonly own?: readonly string[];
  /** Constants at the top of the file. */
  readonly constants?: readonly string[];
}

/** The resource of the screen, and the resources it refers to. */
export interface Known {
  readonly descriptor: ResourceDescriptor;
  readonly descriptorOf: (resource: string) => ResourceDescriptor | undefined;
}

/** `source="a" reference="b"`, without undefined and false ones. */
export function props(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      if (value === undefined || value === false) return [];
      if (value === true) return [name];
      return typeof value === "string" ? [`${name}="${value}"`] : [`${name}={${value}}`];
    })
    .join(" ");
}

/** Options of an enum, labelled by message keys. */
export function choicesOf(
  { name: resource }: ResourceDescriptor,
  field: FieldDescriptor,
): Required<Pick<Part, "constants">> & { readonly name: string } {
  const name = `${camelCase(field.name)}Choices`;
  const items = (field.enum ?? []).map((value) =>
    JSON.stringify({ id: value, name: `resources.${resource}.enums.${flatName(field.name)}.${value}` }),
  );
  return { name, constants: [`const ${name} = [${items.join(", ")}];`] };
}

export function fieldOf({ fields }: ResourceDescriptor, name: string): FieldDescriptor | undefined {
  return fields.find((field) => field.name === name);
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
