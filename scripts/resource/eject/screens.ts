import type { FieldDescriptor, ResourceDescriptor } from "../../../src/core/schema/descriptor.ts";
import { templatePaths } from "../../../src/core/values/recordTitle.ts";
import { column, fieldOf, filterInput, input, type JsxFragment, type Known, ownField } from "./parts.ts";

export type EjectedView = "list" | "form" | "details";

/** Unformatted files of the resource's screens by name. `panel` is the path to src/panel. */
export function ejectedFiles(known: Known, view: EjectedView, panel = "../.."): Record<string, string> {
  const { operations } = known.descriptor;
  if (view === "list") return { "ListScreen.tsx": listScreen(known, panel) };
  if (view === "details") return { "DetailsScreen.tsx": detailsScreen(known, panel) };
  return {
    ...(operations.includes("create") ? { "CreateScreen.tsx": formScreen(known, panel, "create") } : {}),
    ...(operations.includes("update") ? { "EditScreen.tsx": formScreen(known, panel, "update") } : {}),
  };
}

function listScreen(known: Known, panel: string): string {
  const { list, recordRepresentation } = known.descriptor;
  const path = templatePaths(recordRepresentation).find((one) => recordRepresentation === `{${one}}`);
  const isColumn = list.columns.some(({ source }) => source === path);
  const titleField = fieldOf(known.descriptor, path ?? "");
  const title: JsxFragment = titleField
    ? ownField(known, titleField)
    : {
        jsx: `<FunctionField label="resources.${known.descriptor.name}.name" render={() => <RecordRepresentation />} />`,
        uses: ["FunctionField", "RecordRepresentation"],
      };
  const columns = [
    ...(isColumn ? [] : [title]),
    ...list.columns
      .filter(({ hidden, source }) => !hidden && !fieldOf(known.descriptor, source)?.secret)
      .map((one) => column(known, one)),
  ];
  const filters = list.filters.flatMap((filter) => filterInput(known, filter, filter.name === list.searchFilter));
  const defaults = list.filterDefaultValues ? ` filterDefaultValues={${JSON.stringify(list.filterDefaultValues)}}` : "";
  const click = known.descriptor.operations.includes("read") ? ' rowClick="show"' : " rowClick={false}";
  return file(known, panel, {
    name: "ListScreen",
    subject: "The list",
    parts: [...filters, ...columns],
    uses: ["List", "Datagrid"],
    own: ["ScreenTitle"],
    constant: filters.length === 0 ? "" : `const filters = [${filters.map(({ jsx }) => jsx).join(", ")}];`,
    jsx: `<>
      <ScreenTitle of="list" />
      <List${filters.length === 0 ? "" : " filters={filters}"} sort={${JSON.stringify(list.sort)}} perPage={${list.perPage}}${defaults}>
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

function formScreen(known: Known, panel: string, mode: "create" | "update"): string {
  const fields = inputFields(known.descriptor).filter(({ immutable }) => mode === "create" || !immutable);
  const parts = fields.map((field) => input(known, field));
  const form = `<SimpleForm validate={validate}>
        ${parts.map(({ jsx }) => jsx).join("\n")}
      </SimpleForm>`;
  const isNew = mode === "create";
  return file(known, panel, {
    name: isNew ? "CreateScreen" : "EditScreen",
    subject: isNew ? "The form of a new record" : "The form of a stored record",
    parts,
    uses: [isNew ? "Create" : "Edit", "SimpleForm"],
    own: ["ScreenTitle", "useRules"],
    takesResource: true,
    before: `const { validate, mutationOptions } = useRules(resource, "${mode}");`,
    jsx: isNew
      ? `<>
      <ScreenTitle of="create" />
      <Create mutationOptions={mutationOptions}>${form}</Create>
    </>`
      : `<Edit mutationMode="pessimistic" mutationOptions={mutationOptions}>
      <ScreenTitle of="record" />
      ${form}
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
  readonly parts: readonly JsxFragment[];
  readonly uses: readonly string[];
  readonly own: readonly string[];
  readonly constant?: string;
  readonly takesResource?: boolean;
  readonly before?: string;
  readonly jsx: string;
}

function file({ descriptor }: Known, panel: string, screen: ScreenFile): string {
  const { name, subject, parts, constant = "", takesResource, before = "", jsx } = screen;
  const library = distinct([...screen.uses, ...parts.flatMap(({ uses }) => uses)]);
  const own = distinct([...screen.own, ...parts.flatMap((part) => part.own ?? [])]);
  return `import { ${library.sort().join(", ")} } from "react-admin";
${own
  .sort()
  .map((each) => `import { ${each} } from "${panel}/kit/${each}.${each.startsWith("use") ? "ts" : "tsx"}";`)
  .join("\n")}

${constant}

/** ${subject} of ${descriptor.name}, in place of the generic one. */
export function ${name}(${takesResource ? "{ resource }: { resource: string }" : ""}) {
  ${before}
  return (
    ${jsx}
  );
}
`;
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];
