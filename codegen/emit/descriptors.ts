import { type FieldModel, flatName, type Model, type ResourceModel } from "../model.ts";
import { toRouterPath } from "../pages.ts";
import type { CsvKeyword } from "../schemaTypes.ts";
import { compact, header, toKnownCode } from "./print.ts";

/** `descriptors/<resource>.gen.ts`: what the panel renders and the platform serves, as plain data. */
export function emitDescriptors({ resources }: Model): Map<string, string> {
  return new Map(
    resources.map((resource) => [
      `descriptors/${resource.name}.gen.ts`,
      `${header(resource.source.file)}import type { ResourceDescriptor } from "../../core/descriptor.ts";\n\n` +
        `export const descriptor: ResourceDescriptor = ${toKnownCode(toDescriptor(resource, resources))};\n`,
    ]),
  );
}

function toDescriptor(resource: ResourceModel, all: readonly ResourceModel[]): object {
  const { x } = resource;
  const sort = x.list.sort ?? "id";
  return {
    name: resource.name,
    ...toSummary(resource),
    remove: toRemove(resource),
    ...compact({
      removedStatus: x.status?.deleteSets ? { field: x.status.field, value: x.status.deleteSets } : undefined,
      hiddenWhen: resource.hidden,
      frozenWhen: x.status?.frozen ? { field: x.status.field, values: x.status.frozen } : undefined,
      statusSets: x.status?.sets ? { field: x.status.field, fields: x.status.sets } : undefined,
      statusReaches: x.status?.reaches,
      scope: resource.scope,
      storage: x.storage,
      calendar: x.calendar,
      upsert: x.upsert,
    }),
    fields: resource.fields.map(toFieldDescriptor),
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
        search: x.list.search,
        defaultFilters: x.list.defaultFilters,
        legacyTable: x.list.legacyTable,
        large: x.large,
      }),
    },
    groups: resource.groups,
    variants: Object.entries(x.variants ?? {}).map(([name, variant]) => ({ name, ...variant })),
    children: resource.children,
    dependents: resource.dependents,
    ...compact({
      order: x.order,
      inheritsPreferences: x.inheritsPreferences,
      preferencesBy: x.preferencesBy,
      csv: x.csv && toCsv(x.csv),
      madeByCsvOf: all.find((other) => makes(other, resource))?.name,
      clone: x.clone
        ? {
            field: x.clone.field,
            suffix: x.clone.suffix,
            children: x.clone.children ?? [],
            ...compact({ without: x.clone.without }),
          }
        : undefined,
    }),
    legacyTables: resource.legacyTables.map(({ path, columns, narrow }) => ({ path, columns, narrow })),
    wire: {
      patchOps: x.wire?.patchOps ?? false,
      representation: x.wire?.representation ?? false,
      ...compact({ deleteBy: x.wire?.deleteBy }),
    },
    journal: x.journal ?? false,
  };
}

/** The part of a resource that menu, routes and permissions need before its own chunk is loaded. */
export function toSummary({ x, operations, access, requires, owner }: ResourceModel): object {
  return {
    route: x.route,
    icon: x.icon ?? "list",
    record: x.record,
    operations,
    access,
    createPath: x.createPath ?? "create",
    ...compact({
      menu: x.menu,
      requires,
      needs: x.needs,
      parent: owner ? { resource: owner.resource, by: "id", path: owner.path } : x.parent,
      settingsOf: owner?.resource,
      preferences: x.preferences,
      sharesRouteWith: x.sharesRouteWith,
    }),
  };
}

/** Whether records of `made` come into being with lines of the other's files. */
function makes({ x, fields }: ResourceModel, made: ResourceModel): boolean {
  const creates = x.csv?.creates ?? [];
  return fields.some(({ name, reference }) => creates.includes(name) && reference?.resource === made.name);
}

/** Columns are called as messages call them: `carrier_name` for `carrier_id.name`. */
function toCsv({ columns, path: _, older, ...csv }: CsvKeyword): object {
  return {
    ...csv,
    ...(older ? { older: toRouterPath(older) } : {}),
    columns: columns.map((source) => ({ name: flatName(source), source })),
  };
}

function toRemove({ x, operations }: ResourceModel): object {
  return x.status?.terminated && !operations.includes("delete")
    ? { by: "status", field: x.status.field, value: x.status.terminated }
    : { by: "delete" };
}

function toFieldDescriptor(field: FieldModel): object {
  const { schema } = field;
  return {
    name: field.name,
    kind: field.kind,
    required: field.required,
    ...compact({
      requiredWhen: field.requiredWhen,
      when: field.when,
      readOnly: field.readOnly,
      writeOnly: field.writeOnly,
      secret: field.secret,
      immutable: field.immutable,
      computed: field.computed,
      internal: field.internal,
      derive: field.derive,
      enum: schema.enum,
      minimum: field.minimum,
      maximum: field.maximum,
      minLength: schema.minLength,
      maxLength: schema.maxLength,
      minItems: schema.minItems,
      maxItems: schema.maxItems,
      format: schema.format,
      unit: field.unit,
      as: field.as,
      file: field.file,
      reference: field.reference,
      fields: field.fields?.map(toFieldDescriptor),
      filter: field.filter,
      inline: field.inline,
      unseen: field.unseen,
      bulk: field.bulk,
      line: field.line,
      access: field.access,
      requires: field.requires,
    }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(field.unique ? { unique: field.unique } : {}),
  };
}

/** Names every label, help text, choice and heading of a resource can be looked up under. */
export function messageKeysOf(resource: ResourceModel): string[] {
  const keys = ["name", ...(resource.operations.includes("create") ? ["actions.create"] : []), "actions.remove"];
  const visit = (field: FieldModel, prefix: string) => {
    if (field.internal || field.name === "number_id") return;
    const flat = prefix ? `${prefix}_${field.name}` : field.name;
    keys.push(`fields.${flat}`);
    for (const value of field.schema.enum ?? []) keys.push(`enums.${flat}.${value}`);
    for (const nested of field.fields ?? []) visit(nested, flat);
  };
  for (const field of resource.fields) visit(field, "");
  for (const column of resource.columns) {
    if (column.source.includes(".")) keys.push(`fields.${flatName(column.source)}`);
  }
  for (const source of resource.x.csv?.columns ?? []) {
    if (source.includes(".")) keys.push(`fields.${flatName(source)}`);
  }
  for (const { name, fields } of resource.groups) if (fields.length > 0) keys.push(`groups.${name}`);
  for (const variant of Object.keys(resource.x.variants ?? {})) keys.push(`variants.${variant}`);
  for (const [filter, { source }] of Object.entries(resource.x.filters ?? {})) {
    // One that is named like its field has the field's name.
    if (filter !== source) keys.push(`filters.${filter}`);
  }
  return [...new Set(keys)].map((key) => `resources.${resource.name}.${key}`);
}
