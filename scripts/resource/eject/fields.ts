import type { FieldDescriptor, FieldKind } from "../../../src/core/descriptor.ts";
import { flatName } from "../../../src/core/texts.ts";
import { choicesOf, fieldOf, type Known, type Part, props } from "./part.ts";

/** react-admin fields that display a kind as the panel does; other kinds use the panel's own. */
const components: Readonly<Partial<Record<FieldKind, string>>> = {
  text: "TextField",
  longText: "TextField",
  host: "TextField",
  ip: "TextField",
  regex: "TextField",
  timezone: "TextField",
  timeOfDay: "TextField",
  email: "EmailField",
  integer: "NumberField",
  decimal: "NumberField",
  boolean: "BooleanField",
  date: "DateField",
  dateTime: "DateField",
};

/** Field for a value of the record itself. */
export function ownField(known: Known, field: FieldDescriptor, sortable = true): Part {
  const { name: source, kind, reference } = field;
  const sort = sortable ? "" : " sortable={false}";
  if (kind === "reference" && reference) {
    return {
      jsx: `<ReferenceField ${props({ source, reference: reference.resource })}${sort} />`,
      uses: ["ReferenceField"],
    };
  }
  if (kind === "enum") {
    const { name, constants } = choicesOf(known.descriptor, field);
    return { jsx: `<SelectField source="${source}" choices={${name}}${sort} />`, uses: ["SelectField"], constants };
  }
  // Ids have no thousands separators.
  const component = source === "id" ? "TextField" : components[kind];
  if (!component)
    return { jsx: `<ValueField source="${source}"${label(known, source)}${sort} />`, uses: [], own: ["ValueField"] };
  return {
    jsx: `<${component} source="${source}"${kind === "dateTime" ? " showTime" : ""}${sort} />`,
    uses: [component],
  };
}

/** List column; values behind references come from the expanded record. */
export function column(
  known: Known,
  { source, sortable, kind }: { source: string; sortable: boolean; kind: FieldKind },
): Part {
  const field = fieldOf(known.descriptor, source);
  if (field) return ownField(known, field, sortable);
  const component = components[kind] ?? "TextField";
  const sort = sortable ? ` sortBy="${source}"` : " sortable={false}";
  return {
    jsx: `<${component} source="${sentPath(known, source)}"${label(known, source)}${sort} />`,
    uses: [component],
  };
}

/** `contact_id.email` is `contact_id_expand.email` in the record. */
function sentPath({ descriptor, descriptorOf }: Known, path: string): string {
  const [name = "", ...rest] = path.split(".");
  const reference = fieldOf(descriptor, name)?.reference;
  const target = reference && descriptorOf(reference.resource);
  if (rest.length === 0 || !target) return path;
  return `${name}_expand.${sentPath({ descriptor: target, descriptorOf }, rest.join("."))}`;
}

function label({ descriptor }: Known, source: string): string {
  return ` label="resources.${descriptor.name}.fields.${flatName(source)}"`;
}
