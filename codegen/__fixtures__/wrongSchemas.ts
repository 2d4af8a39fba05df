import type { house, rooms, site } from "./sources.ts";

type Rooms = typeof rooms & Record<string, unknown>;
type FixtureChange<Of> = (fixture: Of) => unknown;
/** A title, and the change that causes the error. */
export type Wrong<Of> = readonly [what: string, change: FixtureChange<Of>];

/** Changes keywords of a field. */
function field(name: keyof (typeof rooms)["properties"], keywords: object): FixtureChange<Rooms> {
  return (schema) => Object.assign(schema.properties[name], keywords);
}

/** Changes keywords in the `x-field` of a field, of the fixture or added before. */
function xField(name: string, keywords: object): FixtureChange<Rooms> {
  return (schema) => {
    const properties = schema.properties as Readonly<Record<string, { "x-field"?: object }>>;
    const property = properties[name];
    if (property) property["x-field"] = { ...property["x-field"], ...keywords };
  };
}

/** Adds a field to the schema and its form. */
function added(name: string, property: object): FixtureChange<Rooms> {
  return (schema) => {
    Object.assign(schema.properties, { [name]: property });
    schema["x-resource"].groups.base.push(name);
  };
}

/** Gives the name a pattern with these examples. */
function patterned(pattern: string, valid: readonly string[], invalid: readonly string[]): FixtureChange<Rooms> {
  return (schema) => {
    field("name", { pattern })(schema);
    xField("name", { patternExamples: { valid, invalid } })(schema);
  };
}

/** Adds a text with a pattern. */
function addedPattern(pattern: string, valid: string, maxLength: number, format?: string): FixtureChange<Rooms> {
  const patternExamples = { valid: [valid], invalid: ["!"] };
  return added("motto", { type: "string", maxLength, pattern, format, "x-field": { patternExamples } });
}

function resource(keywords: object): FixtureChange<Rooms> {
  return (schema) => Object.assign(schema["x-resource"], keywords);
}

function list(keywords: object): FixtureChange<Rooms> {
  return (schema) => Object.assign(schema["x-resource"].list, keywords);
}

/** Adds a whole number that is computed. */
function expression(computed: string | true): FixtureChange<Rooms> {
  return (schema) => {
    const guests = { type: "integer", readOnly: true, "x-field": { computed } };
    return Object.assign(schema.properties, { guests });
  };
}

const ofKind = (kind: string | number | undefined, properties: object = {}, more: object = {}) => ({
  properties: { kind: { type: "string", const: kind }, ...properties },
  ...more,
});

/** Gives the rooms a kind and variants of it. */
function variants(...oneOf: readonly object[]): FixtureChange<Rooms> {
  return (schema) => {
    added("kind", { type: "string", default: "hall" })(schema);
    Object.assign(schema, { discriminator: { propertyName: "kind" }, oneOf });
  };
}

/** Sets the tabs of the details page. */
function tabs(parts: object): FixtureChange<Rooms> {
  return resource({ tabs: parts });
}

/** Adds a status with transitions, whose last value is final. */
function transitions(...allowed: readonly object[]): FixtureChange<Rooms> {
  return (schema) => {
    added("state", { type: "string", enum: ["open", "closed"], default: "open" })(schema);
    resource({ status: { field: "state", readOnlyValues: ["closed"], transitions: allowed } })(schema);
  };
}

/** Invalid schemas. */
export const wrongSchemas: readonly Wrong<Rooms>[] = [
  ["scope is not a reference to resellers, which would leak data between tenants", resource({ scope: "building_id" })],
  ["scope is not a field", resource({ scope: "reseller" })],
  [
    "a reseller's right without scope, which would show the rows of all tenants",
    resource({ access: { reseller: "all" } }),
  ],
  ["customer care's right without scope", resource({ access: { superuser: "all", ccare: "create lookup" } })],
  ["unknown kind of preferences", resource({ preferences: "romepreferences" })],
  [
    "conditions that wait for each other",
    (s) => {
      added("lock", { type: "string", enum: ["key", "card"], "x-field": { when: { card_reader: true } } })(s);
      added("card_reader", { type: "boolean", "x-field": { when: { lock: "card" } } })(s);
    },
  ],
  ["required field that a condition hides", (s) => s.required.push("pin")],
  [
    "read-only field in a group of the form",
    added("built_at", { type: "string", format: "date-time", readOnly: true }),
  ],
  [
    "read-only field in a variant of the form",
    resource({ variants: { hall: { path: "hall", preset: { seats: 500 }, fields: ["name", "id"] } } }),
  ],
  [
    "column that the API never returns",
    (s) => {
      added("note", { type: "string", maxLength: 9, writeOnly: true })(s);
      list({ columns: ["note"] })(s);
    },
  ],
  ["group without fields", (s) => Object.assign(s["x-resource"].groups, { more: [] })],
  [
    "required reference that a deletion empties",
    (s) => {
      s.required.push("building_id");
      xField("building_id", { reference: { resource: "buildings", onDelete: "setNull" } })(s);
    },
  ],
  ["money of no currency", xField("seats", { unit: "cents" })],
  [
    "money of no currency in a list",
    added("fees", {
      type: "array",
      maxItems: 3,
      items: { type: "object", properties: { fee: { type: "number", "x-field": { unit: "currency" } } } },
    }),
  ],
  [
    "create and update of a resource without writable fields",
    (s) => {
      s.required = [];
      Object.assign(s, { properties: { id: s.properties.id, name: { ...s.properties.name, readOnly: true } } });
      Object.assign(s["x-resource"], { groups: {}, list: { columns: ["id"] } });
    },
  ],
  ["list without columns", list({ columns: [] })],
  ["place in the menu that another resource has", resource({ menu: { group: "system", order: 30 } })],
  [
    "filter by which a change affects nothing",
    (s) => {
      xField("has_pin", { inlineEdit: "confirm", affects: { resource: "buildings", target: "citty" } })(s);
    },
  ],
  ["writable list without a maximum", added("tags", { type: "array", items: { type: "string", maxLength: 9 } })],
  ["time of day on nobody's clock", added("opens_at", { type: "string", format: "time-of-day" })],
  ["filter named like a parameter of every list", resource({ filters: { page: { source: "seats", match: "exact" } } })],
  [
    "filter by a field that is named like a parameter of every list",
    added("format", { type: "string", maxLength: 9, "x-field": { filter: "exact" } }),
  ],
  ["pattern that is no regular expression", field("name", { pattern: "[A-Z" })],
  ["pattern without examples", field("name", { pattern: "^[A-Z]+$" })],
  ["examples without a pattern", xField("name", { patternExamples: { valid: ["A"], invalid: ["1"] } })],
  ["example that does not match the pattern", patterned("^[A-Z]+$", ["a1"], ["1"])],
  ["example that is longer than allowed", patterned("^[A-Z]+$", ["ABCDEFGHIJKLMNOPQRSTUVWXYZ"], ["1"])],
  ["invalid example that matches", patterned("[A-Z]+", ["A"], ["A1"])],
  ["pattern that backtracks without end", addedPattern("^(\\w+\\s?)*$", "two words", 100)],
  ["pattern that backtracks over alternatives", addedPattern("^(ab|a|b)*$", "ab", 100)],
  ["pattern that backtracks in a long text", addedPattern("^(a|b)*(a|c)*$", "abc", 9000)],
  ["pattern of a number", field("seats", { pattern: "^1" })],
  ["pattern that no text of the format matches", addedPattern("^x", "x", 17, "mac")],
  ["step of a text", field("name", { multipleOf: 2 })],
  ["step that leads nowhere", field("seats", { multipleOf: 0 })],
  ["step of integers that is a fraction", field("seats", { multipleOf: 0.5 })],
  ["default between two steps", field("seats", { multipleOf: 4, minimum: 4 })],
  ["bound between two steps", field("seats", { multipleOf: 5, minimum: 1 })],
  ["both kinds of least value", field("seats", { exclusiveMinimum: 0 })],
  ["no value between exclusive bounds", added("rate", { type: "number", exclusiveMinimum: 5, exclusiveMaximum: 5 })],
  ["exclusive bound that is a fraction", added("level", { type: "integer", exclusiveMinimum: 0.5 })],
  ["unique entries of what is no list", field("seats", { uniqueItems: true })],
  [
    "default with the same entry twice",
    added("tags", {
      type: "array",
      uniqueItems: true,
      maxItems: 3,
      default: ["a", "a"],
      items: { type: "string", maxLength: 9 },
    }),
  ],
  ["constant of another type", added("agreed", { type: "boolean", const: "yes" })],
  ["constant beside choices", added("size", { type: "string", enum: ["s", "m"], const: "l" })],
  ["default that is not the constant", added("agreed", { type: "boolean", const: true, default: false })],
  ["variants that nothing tells apart", (schema) => Object.assign(schema, { oneOf: [ofKind("hall"), ofKind("cell")] })],
  ["discriminator of nothing", (schema) => Object.assign(schema, { discriminator: { propertyName: "name" } })],
  [
    "discriminator that is no field",
    (schema) =>
      Object.assign(schema, { discriminator: { propertyName: "kind" }, oneOf: [ofKind("hall"), ofKind("cell")] }),
  ],
  ["variant that does not say which it is", variants(ofKind("hall"), { properties: { bed: { type: "boolean" } } })],
  ["two variants that say the same", variants(ofKind("hall"), ofKind("hall"))],
  [
    "field of two variants that is not the same",
    variants(ofKind("hall", { rows: { type: "integer" } }), ofKind("cell", { rows: { type: "boolean" } })),
  ],
  ["field of a variant and of all", variants(ofKind("hall", { seats: { type: "integer" } }), ofKind("cell"))],
  ["required field that the variant lacks", variants(ofKind("hall", {}, { required: ["rows"] }), ofKind("cell"))],
  [
    "condition on a field of a variant",
    variants(ofKind("hall", { rows: { type: "integer", "x-field": { when: { has_pin: true } } } }), ofKind("cell")),
  ],
  [
    "record that need not be any variant",
    (schema) => {
      variants(ofKind("hall"), ofKind("cell"))(schema);
      Object.assign(schema.properties, { kind: { type: "string", maxLength: 9 } });
    },
  ],
  [
    "variants of an object",
    added("door", { type: "object", properties: { by: { type: "integer" } }, oneOf: [ofKind("hall"), ofKind("cell")] }),
  ],
  [
    "condition on a property of an object",
    added("door", {
      type: "object",
      properties: {
        open: { type: "boolean" },
        by: { type: "string", maxLength: 9, "x-field": { when: { open: true } } },
      },
    }),
  ],
  [
    "condition on a property of list items",
    added("doors", {
      type: "array",
      items: {
        type: "object",
        properties: {
          open: { type: "boolean" },
          by: { type: "string", maxLength: 9, "x-field": { requiredWhen: { open: true } } },
        },
      },
    }),
  ],
  ["formatWhen on an unknown field", xField("pin", { formatWhen: { has_pim: true } })],
  [
    "condition with an unknown enum value",
    (s) => {
      added("colour", { type: "string", enum: ["red", "blue"] })(s);
      xField("pin", { when: { colour: "rde" } })(s);
    },
  ],
  ["condition with a value of the wrong type", xField("pin", { when: { has_pin: "true" } })],
  ["condition with a number out of range", xField("pin", { when: { seats: [10, 501] } })],
  ["condition on the field itself", xField("pin", { when: { pin: null } })],
  [
    "condition on a property of list items of another field",
    (s) => {
      added("doors", { type: "array", items: { type: "object", properties: { open: { type: "boolean" } } } })(s);
      xField("pin", { when: { "doors.open": true } })(s);
    },
  ],
  [
    "condition with other keys next to anyOf",
    xField("pin", { when: { anyOf: [{ has_pin: true }, { seats: 1 }], seats: 2 } }),
  ],
  ["condition with an unknown mode", xField("pin", { when: { $mode: "edit" } })],
  ["condition through a misspelt reference", xField("pin", { when: { "bilding_id.id": 1 } })],
  ["default that is not an enum value", added("colour", { type: "string", enum: ["red", "blue"], default: "bleu" })],
  ["default below minimum", field("seats", { default: 0 })],
  ["default of the wrong type", field("has_pin", { default: "false" })],
  ["default longer than maxLength", field("name", { default: "a room with a far too long name" })],
  ["default that does not match the format", field("pin", { default: "12a" })],
  ["minLength greater than maxLength", field("name", { minLength: 21 })],
  ["minimum greater than maximum", field("seats", { minimum: 501 })],
  ["maximum greater than a column can store", field("seats", { minimum: 1, maximum: 3_000_000_000 })],
  ["fractional maximum of an integer", field("seats", { maximum: 99.5 })],
  [
    "minItems greater than maxItems",
    added("tags", { type: "array", minItems: 3, maxItems: 2, items: { type: "string", maxLength: 9 } }),
  ],
  [
    "minProperties greater than the number of properties",
    added("doors", {
      type: "array",
      items: { type: "object", minProperties: 2, properties: { open: { type: "boolean" } } },
    }),
  ],
  ["maxLength of an integer", field("seats", { maxLength: 3 })],
  ["minimum of a string", field("name", { minimum: 3 })],
  ["maxLength next to enum", field("name", { enum: ["a", "b"] })],
  ["format of an integer", field("seats", { format: "digits" })],
  ["enum value of the wrong type", added("floor", { type: "integer", enum: [1, "2"] })],
  ["unknown field in required", (s) => s.required.push("seatts")],
  [
    "unknown property in required of an object",
    added("door", { type: "object", required: ["opne"], properties: { open: { type: "boolean" } } }),
  ],
  [
    "unknown property in required of list items",
    added("doors", {
      type: "array",
      items: { type: "object", required: ["opne"], properties: { open: { type: "boolean" } } },
    }),
  ],
  ["unknown field in dependentRequired", (s) => Object.assign(s, { dependentRequired: { pin: ["has_pni"] } })],
  [
    "parent that its reference does not refer to",
    (s) => {
      Object.assign(s.properties, {
        next_id: { type: "integer", readOnly: true, "x-field": { reference: "rooms", filter: "exact" } },
      });
      resource({ parent: { resource: "buildings", reference: "next_id", path: "rooms" } })(s);
    },
  ],
  [
    "resource that is its own parent",
    (s) => {
      Object.assign(s.properties, {
        next_id: { type: "integer", readOnly: true, "x-field": { reference: "rooms", filter: "exact" } },
      });
      resource({ parent: { resource: "rooms", reference: "next_id", path: "rooms" } })(s);
    },
  ],
  [
    "nested resource whose records are created",
    resource({ parent: { resource: "buildings", reference: "building_id", path: "rooms", nested: true } }),
  ],
  ["duplicate route of a resource", resource({ route: "/building" })],
  ["duplicate route of a form", resource({ variants: { small: { path: "create", preset: {}, fields: ["name"] } } })],
  ["duplicate title", (s) => Object.assign(s, { title: "Building" })],
  ["column through an unknown reference", (s) => s["x-resource"].list.columns.push("bilding_id.id")],
  ["column with an unknown field behind a reference", (s) => s["x-resource"].list.columns.push("building_id.ctiy")],
  ["duplicate column", (s) => s["x-resource"].list.columns.push("seats", "seats")],
  [
    "column behind a reference that is not expanded",
    xField("building_id", { reference: { resource: "buildings", expand: false } }),
  ],
  [
    "column behind a list of references",
    (s) => {
      added("building_ids", { type: "array", items: { type: "integer", "x-field": { reference: "buildings" } } })(s);
      s["x-resource"].list.columns.push("building_ids.city");
    },
  ],
  ["unknown icon", resource({ icon: "meeting_rom" })],
  ["unit of a boolean", xField("has_pin", { unit: "cents" })],
  [
    "unit seconds of a fractional number",
    (s) => {
      field("seats", { type: "number" })(s);
      xField("seats", { unit: "seconds" })(s);
    },
  ],
  ["unit of a reference", xField("building_id", { unit: "code" })],
  ["reference of type string", field("building_id", { type: "string", maxLength: 9 })],
  [
    "reference with an unknown search field",
    xField("building_id", { reference: { resource: "buildings", search: "ctiy" } }),
  ],
  [
    "reference with an unknown filter",
    xField("building_id", { reference: { resource: "buildings", filter: { ctiy: "Ulm" } } }),
  ],
  [
    "reference filtered by an unknown field",
    xField("building_id", { reference: { resource: "buildings", filter: { city: "$nmae" } } }),
  ],
  ["$ref to an unknown shared definition", added("phone", { $ref: "../shared/fone-number.schema.json" })],
  [
    "unknown property in summaryFields",
    (s) => {
      added("doors", { type: "array", items: { type: "object", properties: { open: { type: "boolean" } } } })(s);
      xField("doors", { summaryFields: ["opne"] })(s);
    },
  ],
  ["unknown field in unique", xField("name", { unique: ["bilding_id"] })],
  [
    "derived field of another type than its source",
    (s) =>
      Object.assign(s.properties, {
        city: { type: "integer", readOnly: true, "x-field": { derive: "building_id.city" } },
      }),
  ],
  [
    "immutable next to readOnly",
    (s) => {
      field("seats", { readOnly: true })(s);
      xField("seats", { immutable: true })(s);
    },
  ],
  ["writeOnly next to readOnly", field("seats", { readOnly: true, writeOnly: true })],
  ["inline switch that is neither harmless nor to be confirmed", xField("has_pin", { inlineEdit: true })],
  ["inline next to immutable", xField("has_pin", { immutable: true })],
  ["inline field of a resource without updates", resource({ operations: ["list", "read", "create"] })],
  ["wildcard filter of an integer", xField("seats", { filter: "wildcard" })],
  ["comparison filter of a string", resource({ filters: { name_gt: { source: "name", match: "gt" } } })],
  ["filter with an unknown source", resource({ filters: { place: { source: "building_id.ctiy", match: "exact" } } })],
  ["duplicate filter", resource({ filters: { name: { source: "seats", match: "exact" } } })],
  ["unknown default filter", list({ filterDefaultValues: { nmae: "a" } })],
  [
    "default filter with an invalid value",
    (s) => {
      xField("has_pin", { filter: "exact" })(s);
      list({ filterDefaultValues: { has_pin: "yes" } })(s);
    },
  ],
  ["sort by an unknown field", list({ sort: "-nmae" })],
  ["record template without a closing brace", resource({ recordRepresentation: "{name" })],
  ["record template without fields", resource({ recordRepresentation: "Room" })],
  ["status field without enum", resource({ status: { field: "seats" } })],
  [
    "unknown status value",
    (s) => {
      added("state", { type: "string", enum: ["open", "closed"] })(s);
      resource({ status: { field: "state", terminated: "close" } })(s);
    },
  ],
  ["action on an unknown field", resource({ actions: { enlarge: { fields: ["seat"] } } })],
  [
    "action that requires what it does not ask for",
    resource({ actions: { enlarge: { fields: ["seats"], required: ["name"] } } }),
  ],
  ["action that sets an invalid value", resource({ actions: { enlarge: { set: { seats: 501 } } } })],
  ["action that asks for what it sets", resource({ actions: { enlarge: { fields: ["seats"], set: { seats: 9 } } } })],
  ["action whose hook nobody wrote", resource({ actions: { enlarge: { hook: true } } })],
  ["action that changes nothing", resource({ actions: { enlarge: { when: { seats: 1 } } } })],
  [
    "action to a status that no transition leads to",
    (s) => {
      transitions({ from: "open", to: "closed" })(s);
      resource({ actions: { reopen: { set: { state: "open" } } } })(s);
    },
  ],
  ["unknown value in a transition", transitions({ from: "open", to: "close" })],
  ["transition of an unknown role", transitions({ from: "open", to: "closed", roles: ["superuser", "janitor"] })],
  ["condition of a transition on an unknown field", transitions({ from: "open", to: "closed", when: { seat: 1 } })],
  ["status that no transition leads to", transitions({ from: "closed", to: "open" })],
  ["transition from a final status", transitions({ from: "open", to: "closed" }, { from: "closed", to: "open" })],
  [
    "default that is not among the first statuses",
    transitions({ from: null, to: "closed" }, { from: "open", to: "closed" }),
  ],
  [
    "transitions without a first status",
    (s) => {
      added("state", { type: "string", enum: ["open", "closed"] })(s);
      resource({ status: { field: "state", transitions: [{ from: "open", to: "closed" }] } })(s);
    },
  ],
  [
    "copies that keep the status of their original",
    (s) => {
      transitions({ from: "open", to: "closed" })(s);
      resource({ clone: { uniqueFields: ["name"], suffix: " copy" } })(s);
    },
  ],
  [
    "variant with an invalid preset value",
    resource({ variants: { small: { path: "small/create", preset: { seats: 0 } } } }),
  ],
  [
    "week whose times have no end",
    added("hours", {
      type: "array",
      items: {
        type: "object",
        properties: {
          weekday: { type: "integer", enum: [0, 1] },
          start: { type: "string", format: "time-of-day" },
        },
      },
      "x-field": { widget: "week", clock: "platform" },
    }),
  ],
  [
    "calendar week without hours",
    added("hours", {
      type: "array",
      items: { type: "object", properties: { wday: { type: "string", format: "weekday-range" } } },
      "x-field": { widget: "calendarWeek", clock: "platform" },
    }),
  ],
  ["rule with too few fields", resource({ rules: [{ rule: "together", fields: ["name"] }] })],
  [
    "before rule for fields that are not dates or times",
    resource({ rules: [{ rule: "before", fields: ["seats", "name"] }] }),
  ],
  ["rule with an unknown field", resource({ rules: [{ rule: "differs", fields: ["name", "naem"] }] })],
  ["reorder by a field that is not an integer", resource({ reorder: { field: "name", within: [] } })],
  [
    "clone with children that do not refer to the record",
    resource({ clone: { uniqueFields: ["name"], suffix: "_2", children: ["buildings"] } }),
  ],
  ["composite with a field that is no reference", resource({ composite: { seats: { fields: ["city"] } } })],
  ["composite with an unknown resource", resource({ composite: { building: { fields: ["city"] } } })],
  [
    "composite with a resource that does not refer to the record",
    resource({ composite: { buildings: { fields: ["city"] } } }),
  ],
  [
    "composite with a field of another resource",
    resource({ composite: { building_id: { fields: ["city", "naem"] } } }),
  ],
  ["composite without a required field", resource({ composite: { building_id: { fields: [] } } })],
  [
    "composite with many of what the record refers to",
    resource({ composite: { building_id: { fields: ["city"], maxItems: 2 } } }),
  ],
  [
    "composite without creating",
    resource({ composite: { building_id: { fields: ["city"] } }, operations: ["list", "read"] }),
  ],
  ["nextSteps with an unknown tab", resource({ nextSteps: ["keys"] })],
  [
    "older table of a field that is no reference",
    resource({ legacyTables: { "/room/{seats}/ajax": { columns: ["id"] } } }),
  ],
  ["unknown table", resource({ table: { name: "building" } })],
  ["unknown licence", resource({ needs: { licence: "biling" } })],
  [
    "resource without an id",
    (s) => {
      Reflect.deleteProperty(s.properties, "id");
      s["x-resource"].list.columns.pop();
    },
  ],
  ["unknown keyword", field("name", { maxLenght: 3 })],
  ["unknown keyword in x-field", (s) => Object.assign(s.properties.name["x-field"], { uniqe: true })],
  ["unknown type", field("seats", { type: "int" })],
  [
    "large file that is not streamed",
    added("plan", { type: "string", "x-field": { file: { types: ["image/png"], maxBytes: 100_000_000 } } }),
  ],
  [
    "file with an unknown name field",
    added("plan", { type: "string", "x-field": { file: { types: ["image/png"], maxBytes: 100, nameField: "nmae" } } }),
  ],
  ["unknown field in csv.columns", resource({ csv: { columns: ["name", "seat"], fileName: "rooms.csv" } })],
  ["required field missing in csv.columns", resource({ csv: { columns: ["seats"], fileName: "rooms.csv" } })],
  [
    "csv.endOfDayColumns without such a column",
    resource({ csv: { columns: ["name"], endOfDayColumns: ["seats"], fileName: "rooms.csv" } }),
  ],
  [
    "csv.purgeCountField without such a field",
    resource({ csv: { columns: ["name"], purge: true, purgeCountField: "used" } }),
  ],
  ["csv.ownerColumn without an owner", resource({ csv: { columns: ["name"], ownerColumn: true } })],
  ["csv.header without downloads", resource({ csv: { columns: ["name"], header: true } })],
  [
    "csv column that does not identify a record",
    resource({ csv: { columns: ["building_id.city", "name"], fileName: "rooms.csv" } }),
  ],
  [
    "csv.creatableReferences without columns of the created record",
    resource({ csv: { columns: ["name"], creatableReferences: ["building_id"], fileName: "rooms.csv" } }),
  ],
  ["missing x-resource.recordRepresentation", (s) => Reflect.deleteProperty(s["x-resource"], "recordRepresentation")],
  ["unknown field in upsertKey", resource({ upsertKey: ["seat"] })],
  ["unknown field in calendar", resource({ calendar: { events: "seat", name: "name", file: "file" } })],
  [
    "unknown list in schedule",
    field("name", { "x-field": { schedule: { list: "seats", valueField: "a", startField: "b" } } }),
  ],
  ["unknown field in bulkActions", resource({ bulkActions: { move: ["seat"] } })],
  ["unknown field in status.dependentFields", resource({ status: { field: "name", dependentFields: ["seat"] } })],
  ["unknown resource in status.cascadesTo", resource({ status: { field: "name", cascadesTo: ["building"] } })],
  ["unknown role in access", (s) => Object.assign(s["x-resource"].access, { boss: "all" })],
  ["unknown right in access", (s) => Object.assign(s["x-resource"].access, { superuser: "write" })],
  [
    "list of integers without a reference",
    (s) => Object.assign(s.properties, { floors: { type: "array", items: { type: "integer" } } }),
  ],
  ["reference to an unknown resource", xField("building_id", { reference: "bildings" })],
  ["stored id of type string", (s) => Object.assign(s.properties.id, { type: "string" })],
  ["partitions by something else than a required time, in spite of a unique field", resource({ partitionBy: "seats" })],
  ["computed field that no hook provides", expression(true)],
  ["expression with an unknown field", expression("seets * 2")],
  ["expression with an unknown function", expression("rount(seats)")],
  ["expression that cannot be read", expression("seats * (2 + 1")],
  ["expression of more than 200 characters", expression(`seats${" + seats".repeat(25)}`)],
  ["expression that adds a number to a text", expression("seats + name")],
  ["expression of decimals in a whole number", expression("seats / 3")],
  ["expression that divides by 0", expression("round(seats / 0)")],
  ["expression that reads behind a reference", expression("building_id.floors * 2")],
  ["expression that reads itself", expression("guests + 1")],
  ["sum over a resource that does not refer to this one", expression("sum(buildings.id)")],
  [
    "sum over a text",
    (schema) => {
      schema.properties.building_id["x-field"].reference = "rooms";
      expression("sum(rooms.name)")(schema);
    },
  ],
  [
    "expression that is filtered by",
    (schema) => {
      expression("seats * 2")(schema);
      xField("guests", { filter: "exact" })(schema);
    },
  ],
  [
    "condition on an expression",
    (schema) => {
      expression("seats * 2")(schema);
      xField("pin", { when: { guests: 4 } })(schema);
    },
  ],
  ["expression that is written", added("guests", { type: "integer", "x-field": { computed: "seats * 2" } })],
  ["computed resource whose records are created", resource({ storage: "computed" })],
  ["index of a computed resource", resource({ storage: "computed", operations: ["list"], indexes: [["name"]] })],
  ["query over tables whose records are changed", resource({ storage: "query", operations: ["list", "update"] })],
  ["owner filter that is none", resource({ ownerFilters: ["name"] })],
  ["canonicalResource that is unknown", resource({ canonicalResource: "romms" })],
  ["discriminator of what is no query", resource({ discriminator: { propertyName: "name", mapping: { a: "rooms" } } })],
  ["sum of a text", list({ sums: ["name"] })],
  ["scope of a field that is no reseller", field("name", { "x-field": { scope: "building_id" } })],
  ["tab whose source is no field", tabs({ others: { referenceMany: "rooms", target: "name", source: "nmae" } })],
  ["inheritsPreferences with a field that is not a reference", resource({ inheritsPreferences: ["name"] })],
  [
    "childPreferences with a field that is not a reference",
    resource({ childPreferences: { resource: "rooms", reference: "name", parameter: "room" } }),
  ],
  [
    "aliasOf with a field that is not unique",
    (s) =>
      Object.assign(s.properties, {
        city: { type: "string", readOnly: true, "x-field": { aliasOf: "building_id.city" } },
      }),
  ],
  [
    "aliasOf with an unknown reference",
    (s) =>
      Object.assign(s.properties, {
        city: { type: "string", readOnly: true, "x-field": { aliasOf: "house_id.city" } },
      }),
  ],
  ["string without maxLength", (s) => Reflect.deleteProperty(s.properties.name, "maxLength")],
  [
    "indexed read-only string without maxLength",
    (s) => {
      Object.assign(s.properties, { code: { type: "string", readOnly: true, "x-field": { unique: "platform" } } });
    },
  ],
  ["condition on an unknown field", xField("pin", { when: { haspin: true } })],
  ["unknown column", (s) => s["x-resource"].list.columns.push("naem")],
  ["search that is not a filter", list({ search: "seats" })],
  ["list filter that is not declared", (s) => s["x-resource"].list.filters.push("seats")],
  ["field missing in groups", (s) => s["x-resource"].groups.base.pop()],
  ["field for the API in a group", xField("name", { apiOnly: true })],
  ["field in two groups", (s) => Object.assign(s["x-resource"].groups, { more: ["name"] })],
  ["record template with an unknown field", resource({ recordRepresentation: "{title}" })],
  ["tab that lists an unknown resource", tabs({ all: { show: "self" }, lamp: { referenceMany: "lamsp" } })],
  ["tab without content", tabs({ all: { show: "self" }, lamp: { target: "name" } })],
  ["tab with both show and referenceMany", tabs({ all: { show: "self", referenceMany: "buildings" } })],
  ["tab that shows an unknown reference", tabs({ all: { show: "self" }, house: { show: "bilding_id" } })],
  [
    "tab that lists a resource without a matching filter",
    tabs({ all: { show: "self" }, houses: { referenceMany: "buildings" } }),
  ],
  ["tab with an unknown keyword", tabs({ all: { shwo: "self" } })],
  ["tab with an unknown group", tabs({ all: { show: "self" }, pins: { show: "self", groups: ["bsae"] } })],
  [
    "tab with an unknown field in its template",
    (s) => {
      Object.assign(s.properties.building_id["x-field"], { filter: "exact" });
      Object.assign(s.properties, { next_id: { type: "integer", "x-field": { reference: "rooms", filter: "exact" } } });
      tabs({
        all: { show: "self" },
        next: { referenceMany: "rooms", recordRepresentation: "{nmae}" },
      })(s);
    },
  ],
  [
    "variant with an unknown field",
    resource({ variants: { small: { path: "small/create", preset: {}, fields: ["nmae"] } } }),
  ],
  [
    "tab with a condition on an unknown field",
    tabs({
      all: { show: "self" },
      pins: { show: "self", groups: ["base"], when: { haspin: true } },
    }),
  ],
  ["duplicate tab path", tabs({ all: { show: "self" }, house: { show: "building_id", aliases: ["all"] } })],
  ["written without a journal", resource({ journal: false })],
  ["tab path of the journal", tabs({ journal: { show: "self" } })],
  ["tabs without the fields of the record", tabs({ house: { show: "building_id" } })],
  ["unknown field in headerFields", resource({ headerFields: ["seat"] })],
  ["header field behind a reference", resource({ headerFields: ["building_id.city"] })],
  ["object without properties", added("door", { type: "object" })],
  [
    "reference of list items of type string",
    added("doors", { type: "array", items: { type: "string", maxLength: 9, "x-field": { reference: "buildings" } } }),
  ],
  ["unknown business rule", resource({ businessRules: { numberToken: ["/name"] } })],
  ["business rule at an unknown field", resource({ businessRules: { numberTaken: ["/name", "/seat"] } })],
  [
    "business rule at the items of a field that is no list",
    resource({ businessRules: { numberTaken: ["/building_id/*"] } }),
  ],
  [
    "field with the name of a column of the platform",
    added("row_version", { type: "integer", minimum: 0, maximum: 9 }),
  ],
  ["array without items", (s) => Object.assign(s.properties, { tags: { type: "array" } })],
];

/** Invalid roles. */
export const wrongRoles: readonly Wrong<typeof house>[] = [
  [
    "legacy resource that has a schema",
    (roles) => Object.assign(roles.legacyResources, { rooms: { access: roles.legacyResources.lamps.access } }),
  ],
  ["unknown page", (roles) => Object.assign(roles.rights.lintercept, { "page.hal": "read" })],
  ["unknown role", (roles) => Object.assign(roles.rights, { superusr: {} })],
  ["unknown right", (roles) => Object.assign(roles.rights.lintercept, { "page.hall": "see" })],
  [
    "unknown flag in a derivation",
    (roles) => Object.assign(roles.derivation[0] ?? {}, { when: { lawful_intercpt: true } }),
  ],
  [
    "unknown flag in accessFlags",
    (roles) => Object.assign(roles.legacyResources.lamps, { accessFlags: { read: "moon_data" } }),
  ],
  ["unknown keyword", (roles) => Object.assign(roles.legacyResources.lamps, { acces: {} })],
];

/** Invalid pages. */
export const wrongPages: readonly Wrong<typeof site>[] = [
  ["guard with an unknown resource", (pages) => Object.assign(pages.pages[2] ?? {}, { guard: { resource: "roms" } })],
  ["guard with an unknown page", (pages) => Object.assign(pages.pages[1] ?? {}, { guard: { page: "page.hal" } })],
  ["native page without a guard", (pages) => Reflect.deleteProperty(pages.pages[1] ?? {}, "guard")],
  ["unknown parent", (pages) => Object.assign(pages.pages[3] ?? {}, { parent: "/rom" })],
  ["redirect to an unknown route", (pages) => Object.assign(pages.redirects, { "/chambre": "/rom" })],
  ["redirect from an existing page", (pages) => Object.assign(pages.redirects, { "/room": "/hall" })],
  [
    "duplicate place in the menu",
    (pages) => Object.assign(pages.pages[1] ?? {}, { menu: { group: "system", order: 10 } }),
  ],
  ["duplicate path", (pages) => Object.assign(pages.pages[0] ?? {}, { path: "/hall" })],
  ["window without href", (pages) => Reflect.deleteProperty(pages.pages[4] ?? {}, "href")],
  ["unknown icon", (pages) => Object.assign(pages.pages[1] ?? {}, { icon: "meeting_rom" })],
];

type Records = Readonly<Record<string, unknown>>;

/** Invalid demonstration records. */
export const wrongRecords: readonly (readonly [what: string, records: Records])[] = [
  ["records of an unknown resource", { room: [] }],
  ["file without an array", { rooms: {} }],
  ["unknown field", { rooms: [{ name: "a", seat: 3 }] }],
  ["record with an id", { rooms: [{ name: "a", id: 3 }] }],
  [
    "reference to a record of another file",
    { rooms: [{ name: "a", building_id: "Um" }], buildings: [{ city: "Ulm" }] },
  ],
  ["record without a required field", { rooms: [{ seats: 3 }] }],
  ["record with a value beyond a bound", { rooms: [{ name: "a", seats: 501 }] }],
  ["records with one value of a unique field", { rooms: [{ name: "a" }, { name: "a" }] }],
  ["reference to a record that no step builds", { rooms: [{ name: "a", building_id: "Um" }] }],
];
