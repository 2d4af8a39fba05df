import {
  copiedKeywords,
  copiedListKeywords,
  type FieldDescriptor,
  type ItemDescriptor,
  type ResourceDescriptor,
  summaryKeywords,
  type TabActionDescriptor,
} from "../../src/core/schema/descriptor.ts";
import type { WireDescriptor } from "../../src/core/schema/jsonSchema.ts";
import { flatKey } from "../../src/core/schema/texts.ts";
import { wireType } from "../../src/core/schema/wireType.ts";
import { memoize } from "../../src/core/values/memoize.ts";
import { toCompositeParts } from "../composite.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { isAction, plainKeywords } from "../normalize.ts";
import { toRouterPath } from "../pages.ts";
import type { CsvKeyword, PropertySchema } from "../schemaTypes.ts";
import { toTransitions } from "../transitions.ts";
import { compact, header, toCodeCached } from "./print.ts";

/** `descriptors/<resource>.gen.ts`: a descriptor for the panel and the platform, as plain data, with its validator. */
export function emitDescriptors(model: Model): Map<string, string> {
  return new Map(
    model.resources.map((resource) => [
      `descriptors/${resource.name}.gen.ts`,
      `${header(resource.source.file)}import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";\n\n` +
        `export { validate } from "../validators/${resource.name}.gen.js";\n\n` +
        `export const descriptor: ResourceDescriptor = ${toCodeCached(descriptorOf(resource, model))};\n`,
    ]),
  );
}

/** The descriptor that the panel and the platform load. */
export function descriptorOf(resource: ResourceModel, model: Model): ResourceDescriptor {
  const descriptor = descriptorsOf(model).get(resource.name);
  if (!descriptor) throw new Error(`${resource.name} is not in the model`);
  return descriptor;
}

const descriptorsOf = memoize(
  ({ resources }: Model) =>
    // The meta-schema has validated the keywords that descriptors copy.
    new Map(resources.map((resource) => [resource.name, toDescriptor(resource, resources) as ResourceDescriptor])),
);

/** The part that validators and types are derived from (`core/schema/jsonSchema.ts`). */
export const wireOf = memoize(
  ({ fields, schema }: ResourceModel): WireDescriptor => ({
    fields: fields.map(toFieldDescriptor),
    ...compact({ dependentRequired: schema.dependentRequired }),
  }),
);

function toDescriptor(resource: ResourceModel, all: readonly ResourceModel[]): object {
  const { x } = resource;
  const sort = x.list.sort ?? "id";
  return {
    name: resource.name,
    ...toSummary(resource),
    remove: toRemove(resource),
    ...compact({
      dialTemplate: titleDialTemplate(resource),
      softDelete: x.status?.softDeleteValue ? { field: x.status.field, value: x.status.softDeleteValue } : undefined,
      hiddenWhen: resource.hiddenWhen,
      readOnlyWhen: x.status?.readOnlyValues ? { field: x.status.field, values: x.status.readOnlyValues } : undefined,
      statusDependentFields: x.status?.dependentFields
        ? { field: x.status.field, fields: x.status.dependentFields }
        : undefined,
      statusTransitions: toTransitions(resource),
      statusCascadesTo: x.status?.cascadesTo,
      actions:
        x.actions &&
        Object.entries(x.actions).map(([name, action]) => ({ name, fields: [], required: [], set: {}, ...action })),
      bulkActions: x.bulkActions && Object.entries(x.bulkActions).map(([name, fields]) => ({ name, fields })),
      scope: resource.scope,
      ...pick(x, copiedKeywords),
      requirements: toRequirements(resource.schema),
    }),
    ...wireOf(resource),
    rules: x.rules ?? [],
    filters: resource.filters,
    list: {
      columns: resource.columns,
      filters: resource.listFilters,
      sort: { field: sort.replace(/^-/, ""), order: sort.startsWith("-") ? "DESC" : "ASC" },
      perPage: x.list.perPage ?? 10,
      expand: resource.expand,
      searchIn: resource.searchIn,
      ...compact({
        ...pick(x.list, copiedListKeywords),
        searchNumbers: resource.searchNumbers,
        large: x.large,
      }),
    },
    groups: resource.groups,
    variants: Object.entries(x.variants ?? {}).map(([name, variant]) => ({ name, ...variant })),
    ...compact({
      composite: toCompositeParts(resource, new Map(all.map((model) => [model.name, model]))),
      tabActions: toTabActions(resource),
    }),
    children: resource.children,
    dependents: resource.dependents,
    ...compact({
      csv: x.csv && toCsv(x.csv),
      createdByCsvOf: all.find((other) => createsByCsv(other, resource))?.name,
      clone: x.clone && { children: [], ...x.clone },
    }),
    legacyTables: resource.legacyTables,
    api: {
      patchAddRemove: x.api?.patchAddRemove ?? false,
      returnRepresentation: x.api?.returnRepresentation ?? false,
      ...compact({ actionOnly: isAction(resource) || undefined }),
    },
    journal: isJournaled(resource),
    ...compact({ isFinal: x.journal === "final" || undefined }),
  };
}

function pick<Of extends object, Name extends keyof Of>(of: Of, names: readonly Name[]): Partial<Pick<Of, Name>> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<Pick<Of, Name>>;
}

/** Whether changes are journaled: the effects of an action are in the journals of the records that it changes. */
export function isJournaled({ x, operations }: ResourceModel): boolean {
  const isWritten = operations.some((operation) => operation !== "list" && operation !== "read");
  return x.journal !== undefined || (isWritten && !isAction({ operations }));
}

/** The template of titles, with its dates and times of day marked: `{start:date}`. */
function withDateMarks(template: string, fields: readonly FieldModel[]): string {
  const isDate = (name: string) => fields.some((field) => field.name === name && DATE_KINDS.has(field.kind ?? ""));
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => (isDate(name) ? `{${name}:date}` : placeholder));
}

const DATE_KINDS = new Set(["date", "timeOfDay"]);

/** The template of titles if it is a phone number and nothing else. */
function titleDialTemplate({ name, x, fields, searchNumbers }: ResourceModel): string | undefined {
  const isNumber = ({ name: field, clickToDial }: FieldModel) => clickToDial && x.recordRepresentation === `{${field}}`;
  return searchNumbers?.resource === name || fields.some(isNumber) ? x.recordRepresentation : undefined;
}

/** The part that menu, routes and permissions need before the chunk of the resource is loaded. */
export function toSummary({ x, fields, operations, access, accessFlags, owner }: ResourceModel): object {
  return {
    route: x.route,
    icon: x.icon ?? "list",
    recordRepresentation: withDateMarks(x.recordRepresentation, fields),
    operations,
    access,
    createPath: x.createPath ?? "create",
    ...compact({
      ...pick(x, summaryKeywords),
      accessFlags,
      needs: x.needs,
      parent: owner ? { resource: owner.resource, reference: "id", path: owner.path } : x.parent,
      settingsOf: owner?.resource,
    }),
  };
}

/** Whether CSV files of a resource also create records of `child`. */
function createsByCsv({ x, fields }: ResourceModel, child: ResourceModel): boolean {
  const references = x.csv?.creatableReferences ?? [];
  return fields.some(({ name, reference }) => references.includes(name) && reference?.resource === child.name);
}

/** Columns have the names of message keys: `carrier_name` for `carrier_id.name`. */
function toCsv({ columns, uploadPath: _, legacyPath, endOfDayColumns, ...csv }: CsvKeyword): object {
  return {
    ...csv,
    ...(legacyPath ? { legacyPath: toRouterPath(legacyPath) } : {}),
    ...(endOfDayColumns ? { endOfDayColumns: endOfDayColumns.map(flatKey) } : {}),
    columns: columns.map((source) => ({ name: flatKey(source), source })),
  };
}

function toRemove({ x, operations }: ResourceModel): object {
  return x.status?.terminated && !operations.includes("delete")
    ? { by: "status", field: x.status.field, value: x.status.terminated }
    : { by: "delete" };
}

/** The descriptor of a field. */
export function toFieldDescriptor(field: FieldModel): FieldDescriptor {
  const { schema, name, kind, required, readOnly, writeOnly, minimum, maximum, reference, fields } = field;
  const { minLength, maxLength, minItems, maxItems, uniqueItems, format, type, enum: choices, items } = schema;
  const { exclusiveMinimum, exclusiveMaximum, multipleOf, pattern } = schema;
  const { nullsNotDistinct, uniqueAnyCase, currency, access, accessFlags } = field;
  const descriptor = {
    ...{ name, kind, required },
    ...compact({
      type: type === wireType({ kind: kind as FieldDescriptor["kind"], enum: choices }) ? undefined : type,
      ...plainKeywords(schema["x-field"] ?? {}),
      ...{ readOnly, writeOnly, enum: choices, minimum, maximum, minLength, maxLength, minItems, maxItems },
      ...{ exclusiveMinimum, exclusiveMaximum, multipleOf, pattern, uniqueItems },
      minProperties: items?.minProperties,
      ...{ format, currency, reference },
      fields: fields?.map(toFieldDescriptor),
      items: type === "array" && !fields ? toItems(schema) : undefined,
      ...{ nullsNotDistinct, uniqueAnyCase, access, accessFlags },
      requirements: toRequirements(schema),
    }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(schema.const === undefined ? {} : { const: schema.const }),
    ...(field.unique ? { unique: field.unique } : {}),
  };
  // Validated by the meta-schema, see above.
  return descriptor as FieldDescriptor;
}

function toRequirements({
  "x-requirement": requirement,
}: Pick<PropertySchema, "x-requirement">): readonly string[] | undefined {
  return requirement === undefined ? undefined : [requirement].flat();
}

/** Undefined if the items have no keywords besides the type, which the kind implies. */
function toItems({ items }: PropertySchema): ItemDescriptor | undefined {
  const { minimum, maximum, maxLength, format, enum: choices } = items ?? {};
  const keywords = compact({ minimum, maximum, maxLength, format, enum: choices });
  return Object.keys(keywords).length > 0 ? keywords : undefined;
}

function toTabActions({ x, tabs }: ResourceModel): TabActionDescriptor[] | undefined {
  if (!x.tabActions) return undefined;
  return Object.entries(x.tabActions).map(([name, path]) => {
    const target = tabs.find((tab) => tab.path === path)?.target;
    return {
      name: name as TabActionDescriptor["name"],
      tab: path,
      ...(target && "resource" in target ? { resource: target.resource } : {}),
    };
  });
}
