import type { FieldDescriptor, FieldKind, FilterDescriptor } from "../../../src/core/descriptor.ts";
import { filterPath } from "../../../src/core/filterPath.ts";
import { flatName } from "../../../src/core/texts.ts";
import { choicesOf, fieldOf, type Known, type Part, props } from "./part.ts";

/** react-admin inputs whose value is stored as typed; other kinds use the panel's own. */
const components: Readonly<Partial<Record<FieldKind, string>>> = {
  text: "TextInput",
  longText: "TextInput",
  host: "TextInput",
  ip: "TextInput",
  regex: "TextInput",
  email: "TextInput",
  integer: "NumberInput",
  decimal: "NumberInput",
  boolean: "BooleanInput",
  date: "DateInput",
  password: "PasswordInput",
};

const extraProps: Readonly<Partial<Record<FieldKind, string>>> = {
  longText: " multiline",
  email: ' type="email"',
};

/** Input of a field, wrapped in its condition if there is one. */
export function input(known: Known, field: FieldDescriptor): Part {
  const part = plainInput(known, field);
  if (field.when === undefined) return part;
  return {
    ...part,
    jsx: `<ShownWhen source="${field.name}">${part.jsx}</ShownWhen>`,
    own: ["ShownWhen", ...(part.own ?? [])],
  };
}

function plainInput(known: Known, field: FieldDescriptor): Part {
  const { name: source, kind, reference } = field;
  const initial = field.default === undefined ? "" : ` defaultValue={${JSON.stringify(field.default)}}`;
  const required = initial + (field.required === true ? " isRequired" : "");
  if (kind === "reference" && reference) return referenceInput(source, field, required);
  if (kind === "enum") {
    const { name, constants } = choicesOf(known.descriptor, field);
    return { jsx: `<SelectInput source="${source}" choices={${name}}${required} />`, uses: ["SelectInput"], constants };
  }
  const component = components[kind];
  if (!component) return { jsx: `<ValueInput source="${source}" />`, uses: [], own: ["ValueInput"] };
  return { jsx: `<${component} source="${source}"${extraProps[kind] ?? ""}${required} />`, uses: [component] };
}

function referenceInput(source: string, { reference }: FieldDescriptor, required: string): Part {
  if (!reference) throw new Error(`${source} is not a reference`);
  const { resource, search } = reference;
  const given = Object.entries(reference.filter ?? {}).filter(([, value]) => filterPath(value) === undefined);
  const filter = given.length > 0 ? ` filter={${JSON.stringify(Object.fromEntries(given))}}` : "";
  return {
    jsx: `<ReferenceInput ${props({ source, reference: resource })}${filter}>
      <AutocompleteInput filterToQuery={(text) => ({ ${search}: text })}${required} />
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
export function filterInput(known: Known, filter: FilterDescriptor, isSearch: boolean): Part[] {
  const { name, source, kind } = filter;
  const own = fieldOf(known.descriptor, source);
  const key = name === source ? `fields.${flatName(name)}` : `filters.${name}`;
  const attributes = `${props({ key: name, label: `resources.${known.descriptor.name}.${key}` })}${isSearch ? " alwaysOn" : ""}`;
  if (filter.match === "not") return [];
  if (kind === "enum" && own) {
    const { name: choices, constants } = choicesOf(known.descriptor, own);
    return filter.match === "list"
      ? [
          {
            jsx: `<SelectArrayInput ${attributes} source="${name}" choices={${choices}} format={splitList} parse={joinList} />`,
            uses: ["SelectArrayInput"],
            constants: [...constants, ...listFilter],
          },
        ]
      : [
          {
            jsx: `<SelectInput ${attributes} source="${name}" choices={${choices}} />`,
            uses: ["SelectInput"],
            constants,
          },
        ];
  }
  if (kind === "reference" && own?.reference) {
    const { resource, search } = own.reference;
    return [
      {
        jsx: `<ReferenceInput ${attributes} ${props({ source: name, reference: resource })}>
          <AutocompleteInput ${props({ label: `resources.${known.descriptor.name}.${key}` })} filterToQuery={(text) => ({ ${search}: text })} />
        </ReferenceInput>`,
        uses: ["ReferenceInput", "AutocompleteInput"],
      },
    ];
  }
  const component = filterInputs[kind];
  return component ? [{ jsx: `<${component} ${attributes} source="${name}" />`, uses: [component] }] : [];
}

/** A filter with several values is one string in the URL. */
const listFilter = [
  'const splitList = (value: unknown) => (typeof value === "string" && value !== "" ? value.split(",") : []);',
  'const joinList = (values: readonly string[]) => values.join(",");',
];
