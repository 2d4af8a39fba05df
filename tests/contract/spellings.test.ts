import { expect, it } from "vitest";
import { sampleWithValueAt } from "../../src/core/rulebook/samples.ts";
import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../src/core/schema/descriptor.ts";
import { valueAtPointer } from "../../src/core/schema/valueAt.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { errorsOf, idFromLocation } from "../support/api.ts";
import { demonstrationUntilEnd } from "../support/demonstration.ts";
import { World } from "../support/world.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const world = new World(api, 2);
const intercept = await platform.as("intercept");

const rewritten = "4.91522E+11";
const recursive = "^(1(?R)?)$";

it.each<readonly [string, WireRecord, string]>([
  ...[rewritten, "44 20", "49151-49159"].map(
    (callee_prefix) => ["peeringrules", { callee_prefix }, "format.number-prefix"] as const,
  ),
  ...["code", "prefix", "suffix"].map(
    (name) =>
      [
        "emergencymappings",
        { [name]: rewritten },
        name === "code" ? "format.digits" : "format.routing-prefix",
      ] as const,
  ),
  ["lnpnumbers", { number: rewritten }, "format.digits"],
  ["lnpnumbers", { routing_number: rewritten }, "format.routing-prefix"],
  ["billingfees", { destination: recursive }, "pattern.unsupported"],
  ["ncospatterns", { pattern: recursive }, "pattern.unsupported"],
  ["ncoslnppatterns", { pattern: recursive }, "pattern.unsupported"],
  ["peeringrules", { callee_pattern: recursive }, "pattern.unsupported"],
  ["peeringrules", { caller_pattern: recursive }, "pattern.unsupported"],
  ["peeringinboundrules", { pattern: recursive }, "pattern.unsupported"],
  ["calllistsuppressions", { pattern: recursive }, "pattern.unsupported"],
  ["subscribers", { display_name: "A\r\nB" }, "format.single-line"],
  ["peeringservers", { name: "a\r\nb" }, "format.single-line"],
  ["peeringservers", { host: "sip.example\r\nX-A: 1" }, "format.domain-or-ip"],
  ["emailtemplates", { subject: "Hello\r\nBcc: a@example.org" }, "format.single-line"],
  ["systemcontacts", { company: "a\nb" }, "format.single-line"],
  ["customercontacts", { company: "a\nb" }, "format.single-line"],
])("%s are refused with %j: %s", async (resource, values, key) => {
  const answer = await api.request("POST", `/api/${resource}/`, { ...(await world.valid(resource)), ...values });
  expect(errorsOf(answer)).toEqual([`/${Object.keys(values)[0]} rules.${key}`]);
});

it.each<readonly [string, WireRecord, WireRecord]>([
  ["peeringrules", { callee_prefix: "+44" }, { callee_prefix: "44" }],
  ["peeringrules", { callee_prefix: "0043" }, { callee_prefix: "43" }],
  ["peeringservers", { ip: "2001:0DB8:0:0:0:0:0:1" }, { ip: "2001:db8::1" }],
  ["trustedsources", { src_ip: "2001:0DB8:0:0:0:0:0:1" }, { src_ip: "2001:db8::1" }],
  ["trustedsources", { src_ip: "::FFFF:192.0.2.1" }, { src_ip: "192.0.2.1" }],
  ["ncospatterns", { pattern: "\\A43\\d+\\z" }, { pattern: "\\A43\\d+\\z" }],
])("%s have %j as %j", async (resource, values, stored) => {
  const { body } = await api.read(resource, await world.make(resource, values));
  expect(body).toMatchObject(stored);
});

it("servers of a peering group may share an address", async () => {
  const { group_id, ip } = (await api.read("peeringservers", await world.make("peeringservers", {}))).body ?? {};
  expect(await world.make("peeringservers", { group_id, ip })).toBeGreaterThan(0);
});

it.each([
  ["lnpnumbers", `Alpha,A1,${rewritten},,2026-01-01,,0,1,fix`, "number", rewritten],
  ["lnpnumbers", `Alpha,A1,431,${rewritten},2026-01-01,,0,1,fix`, "routing_number", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,${rewritten},,`, "code", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,112,${rewritten},`, "prefix", rewritten],
  ["emergencymappings/?reseller_id=4", `Leeds,112,,${rewritten}`, "suffix", rewritten],
  ["calllistsuppressions", `a.example,outgoing,${recursive},filter,One`, "pattern", recursive],
])("a file of %s is refused with its line: %s", async (path, raw, column, value) => {
  const headers = { "content-type": "text/csv" };
  const answer = await api.request("POST", `/api/${path}${path.includes("?") ? "" : "/"}`, undefined, { raw, headers });
  expect([answer.status, answer.body?.errors]).toMatchObject([
    422,
    [{ pointer: `/1/${column}`, params: { line: 1, column, value } }],
  ]);
});

interface Unmatched {
  /** Values that no call can match, with the rule that says so. */
  readonly refused: Readonly<Record<string, string>>;
  /** Values that are stored as calls have their numbers. */
  readonly stored?: Readonly<Record<string, string>>;
}

const contradictions = { "a^b": "pattern.contradiction", "5$1": "pattern.contradiction" };
const refusedBy = (rule: string, ...values: string[]) => Object.fromEntries(values.map((value) => [value, rule]));
const unmatched: Readonly<Record<string, Unmatched>> = {
  regex: { refused: { ...contradictions, "(4|3)(^1|\\A2)": "pattern.contradiction" } },
  "number-pattern": {
    refused: {
      ...contradictions,
      ...refusedBy("pattern.sign", "^\\+44", "^0044", "^00[1-9]"),
      "^44 20": "pattern.blank",
    },
  },
  "uri-pattern": { refused: { ...contradictions, ...refusedBy("pattern.scheme", "^44", "^\\+44", "^0044") } },
  "number-prefix": {
    refused: refusedBy("format.number-prefix", "44 20", "a^b", "5$1", "^44"),
    stored: { "+44": "44", "0043": "43" },
  },
  "number-wildcard": {
    refused: { ...refusedBy("pattern.blank", "a^b", "5$1", "^44"), "44 20": "format.number-wildcard" },
    stored: { "+44*": "44*", "0043": "43" },
  },
  digits: { refused: refusedBy("format.digits", "+44", "forty", "a^b", "5$1") },
};

interface ComparedField {
  readonly resource: ResourceDescriptor;
  readonly pointer: string;
  readonly format: string;
  /** Values with which the field has this format. */
  readonly given: WireRecord;
}

/** Fields that calls are compared with, in lists too. Digits that are no whole number are parts, codes and PINs. */
function comparedFields(resource: ResourceDescriptor, fields = resource.fields, path = ""): ComparedField[] {
  return fields.flatMap((field) => {
    if (field.readOnly || field.internal) return [];
    const pointer = `${path}/${field.name}`;
    if (field.fields) return comparedFields(resource, field.fields, field.kind === "list" ? `${pointer}/0` : pointer);
    const { format = "", formatElse, formatWhen = {}, clickToDial, unit } = field;
    const found = formatElse ? [{ resource, pointer, format: formatElse, given: otherThan(fields, formatWhen) }] : [];
    const isCompared = format in unmatched && (format !== "digits" || clickToDial || unit === "phone");
    return isCompared ? [{ resource, pointer, format, given: {} }, ...found] : found;
  });
}

/** Choices that do not meet a condition. */
function otherThan(fields: readonly FieldDescriptor[], condition: Condition): WireRecord {
  const others = Object.entries(condition).map(([name, choices]): [string, Json] => [
    name,
    fields.find((field) => field.name === name)?.enum?.find((choice) => ![choices].flat().includes(choice)) ?? null,
  ]);
  return Object.fromEntries(others);
}

const compared = Object.values(resources).flatMap(({ descriptor }) => comparedFields(descriptor));

it("finds what calls are compared with by the words of the schema", () => {
  const names = compared.map(({ resource, pointer, format }) => `${resource.name}${pointer} ${format}`);
  expect(names).toEqual(
    expect.arrayContaining([
      "billingfees/destination number-pattern",
      "billingfees/destination number-prefix",
      "callforwards/cfu/bnumbers/0/bnumber number-wildcard",
      "interceptions/number digits",
      "lnpnumbers/number digits",
      "ncospatterns/pattern number-pattern",
      "peeringinboundrules/pattern regex",
      "peeringrules/callee_prefix number-prefix",
      "peeringrules/callee_pattern uri-pattern",
    ]),
  );
});

it.each(compared.map((field) => [field.resource.name, field.pointer, field.format, field] as const))(
  "%s refuse at %s what no call can match, or store what is meant: %s",
  async (name, pointer, format, { resource, given }) => {
    const options = { seed: "compared", idOf: () => 0 };
    const writer = name === "interceptions" ? intercept : api;
    const forward = { destinations: [{ destination: "voicebox" }] };
    const send = async (value: string) => {
      const valid = { ...(await world.valid(name)), ...given };
      const base = name === "callforwards" ? { [pointer.split("/")[1] ?? ""]: forward } : valid;
      const record = sampleWithValueAt(resource, base, pointer, value, options);
      if (resource.settingsOf === undefined) return writer.request("POST", `/api/${name}/`, record);
      return writer.request("PUT", `/api/${name}/${await world.ownerOf(name)}`, record);
    };
    const { refused = {}, stored = {} } = unmatched[format] ?? {};
    for (const [value, rule] of Object.entries(refused))
      expect([value, errorsOf(await send(value))]).toEqual([value, [`${pointer} rules.${rule}`]]);
    const { number } = await world.valid(name);
    for (const [value, expected] of Object.entries(format === "digits" ? { [`00${number}`]: number } : stored)) {
      const answer = await send(value);
      expect([value, answer.status]).toEqual([value, resource.settingsOf === undefined ? 201 : 204]);
      const id = resource.settingsOf === undefined ? idFromLocation(answer) : await world.ownerOf(name);
      expect(valueAtPointer((await writer.read(name, id)).body ?? {}, pointer)).toBe(expected);
    }
  },
);
