import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SchemaErrors } from "../diagnostics.ts";
import { parseSource, parseText, readSource, type Sources } from "../load.ts";

const root = process.env.PATCHBAY_ROOT ?? fileURLToPath(new URL("../../", import.meta.url));
const schemas = join(root, "schemas/");

/** A small valid schema, of which tests change one thing. */
export const rooms = {
  $schema: "../meta.schema.json",
  $id: "rooms",
  title: "Room",
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", maxLength: 20, "x-field": { unique: "platform", filter: "wildcard" } },
    seats: { type: "integer", minimum: 1, maximum: 500, default: 10 },
    has_pin: { type: "boolean", default: false, "x-field": { inlineEdit: "harmless" } },
    pin: {
      type: "string",
      format: "digits",
      maxLength: 8,
      "x-field": {
        when: { has_pin: true },
        requiredWhen: { has_pin: true },
        access: { superuserMaster: "create update", superuser: "none", lintercept: "none" },
        accessFlags: { "read create": "call_data" },
      },
    },
    building_id: { type: "integer", "x-field": { reference: "buildings", filter: "exact" } },
  },
  "x-resource": {
    route: "/room",
    large: true,
    recordRepresentation: "{name}",
    access: { superuserMaster: "all", superuser: "read update:own", lintercept: "lookup" },
    accessFlags: { delete: "billing_data" },
    needs: { flag: "voucher" },
    list: { columns: ["building_id.city", "seats", "has_pin", "id"], filters: ["name"], searchFilter: "name" },
    groups: { base: ["name", "seats", "has_pin", "pin", "building_id"] },
  },
};

export const buildings = {
  $schema: "../meta.schema.json",
  $id: "buildings",
  title: "Building",
  type: "object",
  required: ["city"],
  properties: {
    id: { type: "integer", readOnly: true },
    city: { type: "string", maxLength: 40, "x-field": { filter: "wildcard" } },
  },
  "x-resource": {
    route: "/building",
    recordRepresentation: "{city}",
    access: { superuser: "all" },
    list: { columns: ["id"], filters: ["city"], searchFilter: "city" },
  },
};

/** Visitors currently in a building: computed, with strings as ids. */
export const visitors = {
  $schema: "../meta.schema.json",
  $id: "visitors",
  title: "Visitor",
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    since: { type: "string", format: "date-time", readOnly: true },
  },
  "x-resource": {
    route: "/visitor",
    recordRepresentation: "{id}",
    operations: ["list", "read", "delete"],
    storage: "computed",
    access: { superuser: "read delete" },
    list: { columns: ["since"] },
  },
};

/** Valid roles. */
export const house = {
  $schema: "./roles.schema.json",
  roles: [
    {
      name: "superuserMaster",
      allResellers: true,
      description: "Has the keys.",
      inherits: "superuser",
      readOnlyVariant: true,
    },
    { name: "superuser", allResellers: true, description: "Looks after the house.", readOnlyVariant: true },
    { name: "lintercept", allResellers: true, description: "Visits.", readOnlyVariant: false },
  ],
  derivation: [
    { when: { lawful_intercept: true }, role: "lintercept" },
    { when: { anyOf: [{ role: "system" }, { role: "admin", is_master: true }] }, role: "superuserMaster" },
    { when: { role: "admin" }, role: "superuser" },
  ],
  manages: { system: ["system", "admin"], admin: ["admin"] },
  flags: { system: ["is_system"], admin: ["is_superuser"], lintercept: ["lawful_intercept"] },
  pages: { "page.hall": "The hall", "tool.broom": "For the floor", "tool.ladder": "For the lamps" },
  rights: {
    superuserMaster: {},
    superuser: { "page.hall": "read update", "tool.*": "all", "tool.ladder": "none" },
    lintercept: { "page.hall": "read" },
  },
  legacyResources: {
    lamps: {
      access: { superuser: "all", lintercept: "lookup" },
      needs: { licence: "billing" },
      accessFlags: { "create update": "billing_data" },
    },
  },
};

/** Valid pages, one of which a schema replaces. */
export const site = {
  $schema: "./pages.schema.json",
  pages: [
    { path: "/door", name: "door", kind: "public" },
    { path: "/hall", name: "hall", kind: "native", guard: { page: "page.hall" } },
    { path: "/room", name: "rooms", kind: "framed", guard: { resource: "rooms" }, childRight: "update" },
    {
      path: "/room/{id}/lamp/{lamp_id}",
      name: "lamp",
      kind: "framed",
      guard: { resource: "lamps", right: "update" },
      parent: "/room/{id}/details",
      legacyPath: "/lamp/{lamp_id}",
    },
    {
      path: "/ladder",
      name: "ladder",
      kind: "window",
      guard: { page: "tool.ladder" },
      href: "/shed/",
      servedBy: "platform",
      menu: { group: "system", order: 10 },
    },
  ],
  redirects: { "/chamber": "/room" },
};

const empty = { $schema: "./pages.schema.json", pages: [], redirects: {} };

const roomTexts = [
  "rooms",
  parseText(JSON.stringify({ name: "Room |||| Rooms" }), "i18n/en/resources/rooms.json"),
] as const;

/** Sources from data, with the real meta-schemas, shared definitions and formats. */
export function sourcesOf(
  entities: readonly { readonly $id: string }[],
  roles: object = house,
  pages: object = empty,
  demonstration: Readonly<Record<string, unknown>> = {},
): Sources {
  return sourcesOfTexts(
    entities.map((entity) => [entity.$id, JSON.stringify(entity, null, 2)]),
    roles,
    pages,
    demonstration,
  );
}

export function sourcesOfTexts(
  entities: readonly (readonly [name: string, text: string])[],
  roles: object = house,
  pages: object = empty,
  demonstration: Readonly<Record<string, unknown>> = {},
): Sources {
  return {
    meta: readSource(`${schemas}meta.schema.json`, "schemas/meta.schema.json"),
    entities: entities.map(([name, text]) => parseSource(text, `schemas/resources/${name}.schema.json`)),
    shared: new Map([
      [
        "../shared/phone-number.schema.json",
        readSource(`${schemas}shared/phone-number.schema.json`, "schemas/shared/phone-number.schema.json"),
      ],
    ]),
    roles: parseSource(JSON.stringify(roles, null, 2), "schemas/roles.json"),
    rolesMeta: readSource(`${schemas}roles.schema.json`, "schemas/roles.schema.json"),
    pages: parseSource(JSON.stringify(pages, null, 2), "schemas/pages.json"),
    pagesMeta: readSource(`${schemas}pages.schema.json`, "schemas/pages.schema.json"),
    formats: readSource(`${schemas}formats.json`, "schemas/formats.json"),
    pictures: ["text"],
    demonstration: Object.entries(demonstration).map(([name, records]) =>
      parseSource(JSON.stringify(records, null, 2), `schemas/demonstration/${name}.json`),
    ),
    preferences: [],
    seeded: ["Ulm"],
    hooks: ["visitors", "warmths"],
    texts: new Map([["en", new Map(entities.flatMap(([name]) => (name === "rooms" ? [roomTexts] : [])))]]),
    diagnostics: [],
    errorTexts: { not_found: "There is no such room" },
    glossary: new Map([
      ["en", { room: "Where people meet." }],
      ["de", { room: "Raum" }],
    ]),
    avoided: new Map([["de", { room: ["Zimmer*"] }]]),
  };
}

/** The message of schema errors; "" if there are none. */
export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof SchemaErrors) return error.message;
    throw error;
  }
  return "";
}
