import type { FieldDescriptor, ResourceDescriptor } from "../../../src/core/schema/descriptor.ts";
import { templatePaths } from "../../../src/core/values/recordTitle.ts";
import { column, type EjectContext, fieldOf, filterInput, input, type JsxFragment, ownField } from "./parts.ts";

export type EjectedView = "list" | "form" | "details";

/** Plain react-admin, or its components within what the panel's own lists and pages have around rows and facts. */
export type EjectStyle = "react-admin" | "panel";

/** Unformatted files of the resource's screens by name. `panel` is the path to src/panel. */
export function ejectedFiles(
  context: EjectContext,
  view: EjectedView,
  panel = "../..",
  style: EjectStyle = "react-admin",
): Record<string, string> {
  const { operations } = context.descriptor;
  if (view === "list") return { "ListScreen.tsx": listScreen(context, panel, style) };
  if (view === "details") return { "DetailsScreen.tsx": detailsScreen(context, panel, style) };
  return {
    ...(operations.includes("create") ? { "CreateScreen.tsx": formScreen(context, panel, "create") } : {}),
    ...(operations.includes("update") ? { "EditScreen.tsx": formScreen(context, panel, "update") } : {}),
  };
}

function listScreen(context: EjectContext, panel: string, style: EjectStyle): string {
  const { list, recordRepresentation } = context.descriptor;
  const path = templatePaths(recordRepresentation).find((candidate) => recordRepresentation === `{${candidate}}`);
  const isColumn = list.columns.some(({ source }) => source === path);
  const titleField = fieldOf(context.descriptor, path ?? "");
  const title: JsxFragment = titleField
    ? ownField(context, titleField)
    : {
        jsx: `<FunctionField label="resources.${context.descriptor.name}.name" render={() => <RecordRepresentation />} />`,
        uses: ["FunctionField", "RecordRepresentation"],
      };
  const columns = [
    ...(isColumn ? [] : [title]),
    ...list.columns
      .filter(({ hidden, source }) => !hidden && !fieldOf(context.descriptor, source)?.secret)
      .map((listColumn) => column(context, listColumn)),
  ];
  const click = context.descriptor.operations.includes("read") ? ' rowClick="show"' : " rowClick={false}";
  const rows = (bulkActions: string) => `<Datagrid${click} bulkActionButtons={${bulkActions}}>
          ${columns.map(({ jsx }) => jsx).join("\n")}
        </Datagrid>`;
  if (style === "panel") {
    return file(context, panel, {
      name: "ListScreen",
      subject: "The list",
      parts: columns,
      uses: ["Datagrid"],
      view: "ListView",
      // An empty bar: the panel's own shows what can be done with the selected rows.
      jsx: `<ListView resource={resource}>${rows("<></>")}</ListView>`,
    });
  }
  const filters = list.filters.flatMap((filter) => filterInput(context, filter, filter.name === list.searchFilter));
  const defaults = list.filterDefaultValues ? ` filterDefaultValues={${JSON.stringify(list.filterDefaultValues)}}` : "";
  return file(context, panel, {
    name: "ListScreen",
    subject: "The list",
    parts: [...filters, ...columns],
    uses: ["List", "Datagrid"],
    constant: filters.length === 0 ? "" : `const filters = [${filters.map(({ jsx }) => jsx).join(", ")}];`,
    jsx: `<List${filters.length === 0 ? "" : " filters={filters}"} sort={${JSON.stringify(list.sort)}} perPage={${list.perPage}}${defaults}>
        ${rows("false")}
      </List>`,
  });
}

function detailsScreen(context: EjectContext, panel: string, style: EjectStyle): string {
  const parts = shownFields(context.descriptor).map((field) => ownField(context, field));
  const facts = `<SimpleShowLayout>
        ${parts.map(({ jsx }) => jsx).join("\n")}
      </SimpleShowLayout>`;
  const common = { name: "DetailsScreen", subject: "The page of one record", parts };
  return file(
    context,
    panel,
    style === "panel"
      ? {
          ...common,
          uses: ["SimpleShowLayout"],
          view: "ShowView",
          jsx: `<ShowView resource={resource}>${facts}</ShowView>`,
        }
      : {
          ...common,
          uses: ["RecordRepresentation", "Show", "SimpleShowLayout"],
          jsx: `<Show title={<RecordRepresentation />}>${facts}</Show>`,
        },
  );
}

function formScreen(context: EjectContext, panel: string, mode: "create" | "update"): string {
  const fields = inputFields(context.descriptor).filter(({ immutable }) => mode === "create" || !immutable);
  const parts = fields.map((field) => input(context, field));
  const form = `<SimpleForm validate={validate}>
        ${parts.map(({ jsx }) => jsx).join("\n")}
      </SimpleForm>`;
  const isNew = mode === "create";
  return file(context, panel, {
    name: isNew ? "CreateScreen" : "EditScreen",
    subject: isNew ? "The form of a new record" : "The form of a stored record",
    parts,
    uses: isNew ? ["Create", "SimpleForm"] : ["Edit", "RecordRepresentation", "SimpleForm"],
    custom: ["useRules"],
    before: `const { validate, mutationOptions } = useRules(resource, "${mode}");`,
    jsx: isNew
      ? `<Create title="resources.${context.descriptor.name}.actions.create" mutationOptions={mutationOptions}>${form}</Create>`
      : `<Edit title={<RecordRepresentation />} mutationMode="pessimistic" mutationOptions={mutationOptions}>${form}</Edit>`,
  });
}

/** Displayed fields, in the order of the generic form, then the rest. */
function shownFields(descriptor: ResourceDescriptor): FieldDescriptor[] {
  const inForm = descriptor.groups.flatMap(({ fields }) => fields);
  const isShown = ({ internal, writeOnly, secret, apiOnly }: FieldDescriptor) =>
    !internal && !writeOnly && !secret && !apiOnly;
  const positionOf = ({ name }: FieldDescriptor) => (inForm.includes(name) ? inForm.indexOf(name) : inForm.length);
  return descriptor.fields.filter(isShown).sort((a, b) => positionOf(a) - positionOf(b));
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
  readonly custom?: readonly string[];
  /** View of the panel around it. */
  readonly view?: string;
  readonly constant?: string;
  readonly before?: string;
  readonly jsx: string;
}

function file({ descriptor }: EjectContext, panel: string, screen: ScreenFile): string {
  const { name, subject, parts, custom = [], view, constant = "", before = "", jsx } = screen;
  const library = distinct([...screen.uses, ...parts.flatMap(({ uses }) => uses)]);
  const customComponents = distinct([...custom, ...parts.flatMap((part) => part.custom ?? [])]);
  const imports = [
    `import { ${library.sort().join(", ")} } from "react-admin";`,
    ...customComponents
      .sort()
      .map(
        (each) => `import { ${each} } from "${panel}/views/custom/${each}.${each.startsWith("use") ? "ts" : "tsx"}";`,
      ),
    ...(view ? [`import { ${view} } from "${panel}/views/${view}.tsx";`] : []),
  ];
  return `${imports.join("\n")}

${constant}

/** ${subject} of ${descriptor.name}, in place of the generic one. */
export function ${name}(${view || before ? "{ resource }: { resource: string }" : ""}) {
  ${before}
  return (
    ${jsx}
  );
}
`;
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];
