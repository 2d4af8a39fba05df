import type {
  FieldDescriptor,
  FieldKind,
  FilterDescriptor,
  ResourceDescriptor,
} from "../../../src/core/schema/descriptor.ts";
import { filterPath } from "../../../src/core/schema/filterPath.ts";
import { flatKey } from "../../../src/core/schema/texts.ts";

/** A fragment of a screen and its dependencies. */
export interface JsxFragment {
  readonly jsx: string;
  /** Imports from react-admin. */
  readonly uses: readonly string[];
  /** Components of the panel in src/panel/views/custom, one file each. */
  readonly custom?: readonly string[];
}

/** The resource of the screen, and the resources it refers to. */
export interface EjectContext {
  readonly descriptor: ResourceDescriptor;
  readonly descriptorOf: (resource: string) => ResourceDescriptor | undefined;
}

/** Components of react-admin that show and enter a kind as the panel does; other kinds use the panel's own. */
const components: Readonly<Partial<Record<FieldKind, { readonly field?: string; readonly input?: string }>>> = {
  text: { field: "TextField", input: "TextInput" },
  longText: { field: "TextField", input: "TextInput multiline" },
  host: { field: "TextField", input: "TextInput" },
  ip: { field: "TextField", input: "TextInput" },
  regex: { field: "TextField", input: "TextInput" },
  timezone: { field: "TextField" },
  timeOfDay: { field: "TextField" },
  email: { field: "EmailField", input: 'TextInput type="email"' },
  integer: { field: "NumberField", input: "NumberInput" },
  decimal: { field: "NumberField", input: "NumberInput" },
  boolean: { field: "BooleanField", input: "BooleanInput" },
  date: { field: "DateField", input: "DateInput" },
  dateTime: { field: "DateField showTime" },
  password: { input: "PasswordInput" },
};

/** A component of react-admin, which may bring attributes, and others. */
function part(component: string, attributes: string): JsxFragment {
  return { jsx: `<${component} ${attributes} />`, uses: component.split(" ").slice(0, 1) };
}

export function fieldOf({ fields }: ResourceDescriptor, name: string): FieldDescriptor | undefined {
  return fields.find((field) => field.name === name);
}

/** A value of the record itself. */
export function ownField({ descriptor }: EjectContext, field: FieldDescriptor, sortable = true): JsxFragment {
  const { name, kind, reference } = field;
  const attributes = `source="${name}"${sortable ? "" : " sortable={false}"}`;
  if (kind === "reference" && reference)
    return part("ReferenceField", `${attributes} reference="${reference.resource}"`);
  if (kind === "enum") return part("SelectField", `${attributes} choices={${choicesOf(descriptor, field)}}`);
  // Ids have no thousands separators.
  const component = name === "id" ? "TextField" : components[kind]?.field;
  return component
    ? part(component, attributes)
    : { jsx: `<ValueField ${attributes} />`, uses: [], custom: ["ValueField"] };
}

/** List column; values behind references come from the expanded record. */
export function column(
  context: EjectContext,
  { source, sortable, kind }: { source: string; sortable: boolean; kind: FieldKind },
): JsxFragment {
  const field = fieldOf(context.descriptor, source);
  if (field) return ownField(context, field, sortable);
  const label = `label="resources.${context.descriptor.name}.fields.${flatKey(source)}"`;
  const sort = sortable ? `sortBy="${source}"` : "sortable={false}";
  return part(components[kind]?.field ?? "TextField", `source="${sentPath(context, source)}" ${label} ${sort}`);
}

/** `contact_id.email` is `contact_id_expand.email` in the record. */
function sentPath({ descriptor, descriptorOf }: EjectContext, path: string): string {
  const [name = "", ...segments] = path.split(".");
  const reference = fieldOf(descriptor, name)?.reference;
  const target = reference && descriptorOf(reference.resource);
  if (segments.length === 0 || !target) return path;
  return `${name}_expand.${sentPath({ descriptor: target, descriptorOf }, segments.join("."))}`;
}

/** Input of a field, wrapped in its condition if there is one. */
export function input({ descriptor }: EjectContext, field: FieldDescriptor): JsxFragment {
  const unconditional = unconditionalInput(descriptor, field);
  if (field.when === undefined) return unconditional;
  const jsx = `<VisibleWhen source="${field.name}">${unconditional.jsx}</VisibleWhen>`;
  return { ...unconditional, jsx, custom: ["VisibleWhen", ...(unconditional.custom ?? [])] };
}

function unconditionalInput(descriptor: ResourceDescriptor, field: FieldDescriptor): JsxFragment {
  const { name, kind, reference } = field;
  const initial = field.default === undefined ? "" : ` defaultValue={${JSON.stringify(field.default)}}`;
  const attributes = initial + (field.required === true ? " isRequired" : "");
  if (kind === "reference" && reference) {
    const values = Object.entries(reference.filter ?? {}).filter(([, value]) => filterPath(value) === undefined);
    const filter = values.length > 0 ? ` filter={${JSON.stringify(Object.fromEntries(values))}}` : "";
    return referenceInput(field, `source="${name}"${filter}`, attributes);
  }
  if (kind === "enum")
    return part("SelectInput", `source="${name}" choices={${choicesOf(descriptor, field)}}${attributes}`);
  const component = components[kind]?.input;
  if (component) return part(component, `source="${name}"${attributes}`);
  return { jsx: `<ValueInput source="${name}" />`, uses: [], custom: ["ValueInput"] };
}

function referenceInput({ reference }: FieldDescriptor, outer: string, inner: string): JsxFragment {
  return {
    jsx: `<ReferenceInput ${outer} reference="${reference?.resource}">
      <AutocompleteInput${inner} filterToQuery={(text) => ({ ${reference?.search}: text })} />
    </ReferenceInput>`,
    uses: ["ReferenceInput", "AutocompleteInput"],
  };
}

const filterInputs: Readonly<Partial<Record<FieldKind, string>>> = {
  text: "TextInput",
  host: "TextInput",
  ip: "TextInput",
  email: "TextInput",
  integer: "NumberInput",
  boolean: "NullableBooleanInput",
};

/** Filters that fit in a single input; search is always included. */
export function filterInput({ descriptor }: EjectContext, filter: FilterDescriptor, isSearch: boolean): JsxFragment[] {
  const { name, source, kind, match } = filter;
  const field = fieldOf(descriptor, source);
  const key = name === source ? `fields.${flatKey(name)}` : `filters.${name}`;
  const label = `label="resources.${descriptor.name}.${key}"`;
  const attributes = `key="${name}" ${label}${isSearch ? " alwaysOn" : ""} source="${name}"`;
  if (match === "not") return [];
  if (kind === "enum" && field) {
    const choices = `${attributes} choices={${choicesOf(descriptor, field)}}`;
    // Several values are one text in the URL.
    const several = 'format={(text?: string) => text?.split(",") ?? []} parse={(values: string[]) => values.join()}';
    return [match === "list" ? part("SelectArrayInput", `${choices} ${several}`) : part("SelectInput", choices)];
  }
  if (kind === "reference" && field?.reference) return [referenceInput(field, attributes, ` ${label}`)];
  const component = filterInputs[kind];
  return component ? [part(component, attributes)] : [];
}

/** Options of an enum, labelled by message keys. */
function choicesOf({ name: resource }: ResourceDescriptor, { name, enum: values = [] }: FieldDescriptor): string {
  return JSON.stringify(values.map((id) => ({ id, name: `resources.${resource}.enums.${flatKey(name)}.${id}` })));
}
