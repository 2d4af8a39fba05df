import type { FieldDescriptor, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { titlePaths } from "../../../src/core/recordTitle.ts";
import { column, ownField } from "./fields.ts";
import { filterInput, input } from "./inputs.ts";
import { fieldOf, type Known, type Part } from "./part.ts";

export type EjectedView = "list" | "form" | "details";

/** Unformatted files of the resource's screens by name. `panel` is the path to src/panel. */
export function ejectedFiles(known: Known, view: EjectedView, panel = "../.."): Record<string, string> {
  const { operations } = known.descriptor;
  if (view === "list") return { "ListScreen.tsx": listScreen(known, panel) };
  if (view === "details") return { "DetailsScreen.tsx": detailsScreen(known, panel) };
  return {
    ...(operations.includes("create") ? { "CreateScreen.tsx": createScreen(known, panel) } : {}),
    ...(operations.includes("update") ? { "EditScreen.tsx": editScreen(known, panel) } : {}),
  };
}

function listScreen(known: Known, panel: string): string {
  const { list, record } = known.descriptor;
  const path = titlePaths(record).find((one) => record === `{${one}}`);
  const isColumn = list.columns.some(({ source }) => source === path);
  const titleField = fieldOf(known.descriptor, path ?? "");
  const title: Part = titleField
    ? ownField(known, titleField)
    : {
        jsx: `<FunctionField label="resources.${known.descriptor.name}.name" render={() => <RecordRepresentation />} />`,
        uses: ["FunctionField", "RecordRepresentation"],
      };
  const columns = [
    ...(isColumn ? [] : [title]),
    ...list.columns
      .filter(({ optional, source }) => !optional && !fieldOf(known.descriptor, source)?.secret)
      .map((one) => column(known, one)),
  ];
  const filters = list.filters.flatMap((filter) => filterInput(known, filter, filter.name === list.search));
  const defaults = list.defaultFilters ? ` filterDefaultValues={${JSON.stringify(list.defaultFilters)}}` : "";
  const click = known.descriptor.operations.includes("read") ? ' rowClick="show"' : " rowClick={false}";
  return file(known, panel, {
    name: "ListScreen",
    subject: "The list",
    parts: [...filters, ...columns],
    uses: ["List", "Datagrid"],
    own: ["ScreenTitle"],
    constants: [`const filters = [${filters.map(({ jsx }) => jsx).join(", ")}];`],
    jsx: `<>
      <ScreenTitle of="list" />
      <List filters={filters} sort={${JSON.stringify(list.sort)}} perPage={${list.perPage}}${defaults}>
        <Datagrid${click} bulkActionButtons={false}>
          ${columns.map(({ jsx }) => jsx).join("\n")}
        </Datagrid>
      </List>
    </>`,
  });
}

function detailsScreen(known: Known, panel: string): string {
  const parts = shownFields(known.descriptor).map((field) => ownField(known, field));
  return file(known, panel, {
    name: "DetailsScreen",
    subject: "The page of one record",
    parts,
    uses: ["Show", "SimpleShowLayout"],
    own: ["ScreenTitle"],
    jsx: `<Show>
      <ScreenTitle of="record" />
      <SimpleShowLayout>
        ${parts.map(({ jsx }) => jsx).join("\n")}
      </SimpleShowLayout>
    </Show>`,
  });
}

function createScreen(known: Known, panel: string): string {
  const parts = inputFields(known.descriptor).map((field) => input(known, field));
  return file(known, panel, {
    name: "CreateScreen",
    subject: "The form of a new record",
    parts,
    uses: ["Create", "SimpleForm"],
    own: ["ScreenTitle", "useRules"],
    takesResource: true,
    before: 'const { validate, mutationOptions } = useRules(resource, "create");',
    jsx: `<>
      <ScreenTitle of="create" />
      <Create mutationOptions={mutationOptions}>
        <SimpleForm validate={validate}>
          ${parts.map(({ jsx }) => jsx).join("\n")}
        </SimpleForm>
      </Create>
    </>`,
  });
}

function editScreen(known: Known, panel: string): string {
  const changeable = inputFields(known.descriptor).filter(({ immutable }) => !immutable);
  const parts = changeable.map((field) => input(known, field));
  return file(known, panel, {
    name: "EditScreen",
    subject: "The form of a stored record",
    parts,
    uses: ["Edit", "SimpleForm"],
    own: ["ScreenTitle", "useRules"],
    takesResource: true,
    before: 'const { validate, mutationOptions } = useRules(resource, "update");',
    jsx: `<Edit mutationMode="pessimistic" mutationOptions={mutationOptions}>
      <ScreenTitle of="record" />
      <SimpleForm validate={validate}>
        ${parts.map(({ jsx }) => jsx).join("\n")}
      </SimpleForm>
    </Edit>`,
  });
}

/** Displayed fields, in the order of the generic form, then the rest. */
function shownFields(descriptor: ResourceDescriptor): FieldDescriptor[] {
  const inForm = descriptor.groups.flatMap(({ fields }) => fields);
  const isShown = ({ internal, writeOnly, secret, apiOnly }: FieldDescriptor) =>
    !internal && !writeOnly && !secret && !apiOnly;
  const placeOf = ({ name }: FieldDescriptor) => (inForm.includes(name) ? inForm.indexOf(name) : inForm.length);
  return descriptor.fields.filter(isShown).sort((one, other) => placeOf(one) - placeOf(other));
}

function inputFields(descriptor: ResourceDescriptor): FieldDescriptor[] {
  return descriptor.groups
    .flatMap(({ fields }) => fields.flatMap((name) => fieldOf(descriptor, name) ?? []))
    .filter(({ internal, readOnly }) => !internal && !readOnly);
}

interface ScreenFile {
  readonly name: string;
  readonly subject: string;
  readonly parts: readonly Part[];
  readonly uses: readonly string[];
  readonly own: readonly string[];
  readonly constants?: readonly string[];
  readonly takesResource?: boolean;
  readonly before?: string;
  readonly jsx: string;
}

function file({ descriptor }: Known, panel: string, screen: ScreenFile): string {
  const { name, subject, parts, takesResource, before, jsx } = screen;
  const library = distinct([...screen.uses, ...parts.flatMap(({ uses }) => uses)]);
  const own = distinct([...screen.own, ...parts.flatMap((part) => part.own ?? [])]);
  const constants = distinct([...parts.flatMap((part) => part.constants ?? []), ...(screen.constants ?? [])]);
  return `import { ${library.sort().join(", ")} } from "react-admin";
${own
  .sort()
  .map((each) => `import { ${each} } from "${panel}/screen/${each}.${each.startsWith("use") ? "ts" : "tsx"}";`)
  .join("\n")}

${constants.join("\n\n")}

/** ${subject} of ${descriptor.name}, in place of the generic one. */
export function ${name}(${takesResource ? "{ resource }: { resource: string }" : ""}) {
  ${before ?? ""}
  return (
    ${jsx}
  );
}
`;
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];
