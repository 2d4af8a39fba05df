import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BaselineChange } from "../../scripts/rules/baseline/changes.ts";
import { faultyModule, MIN_FOUND_PERCENT, type Mutant, MutationBench, mutantsOf } from "../../scripts/rules/mutate.ts";
import { allCases, bookedResources, moduleOf } from "../../scripts/rules/verify/book.ts";
import { verifyByForm } from "../../scripts/rules/verify/formRun.ts";
import { discrepanciesIn } from "../../scripts/rules/verify/outcome.ts";
import { sample } from "../../scripts/rules/verify/sample.ts";
import { root } from "../../scripts/toolchain.mjs";
import type { FieldDescriptor } from "../../src/core/schema/descriptor.ts";
import { makeScratchClone, type ScratchClone } from "../support/scratchClone.ts";

/** Faults to plant, of every kind; `npm run rules -- mutate` plants more. */
const COUNT = 40;

const bench = new MutationBench();
afterAll(() => bench.close());

it("finds nothing where nothing is planted", async () => {
  const [resource = ""] = ["ncossets", ...bookedResources()].filter((name) => bookedResources().includes(name));
  const nothing: Mutant = {
    kind: "rule dropped",
    resource,
    pointer: "",
    planted: "nothing",
    module: moduleOf(resource),
  };
  expect(await bench.findCase(nothing)).toBeUndefined();
});

it("finds a sample of the faults that can be planted", async () => {
  const chosen = sample(bookedResources().flatMap(mutantsOf), COUNT, 2, ({ kind }) => kind);
  const missed: string[] = [];
  for (const mutant of chosen) {
    if ((await bench.findCase(mutant)) === undefined)
      missed.push(`${mutant.resource} ${mutant.pointer} ${mutant.planted}`);
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((chosen.length * (100 - MIN_FOUND_PERCENT)) / 100);
});

const SCHEMAS = "schemas/resources";
const TEXTS = "i18n/en/rules.json";
const DEFINITIONS = "schemas/preferences/definitions.json";

/** A fault by a text of a file, and the rules or rights that differ for it. */
const edits: readonly (readonly [fault: string, file: string, from: string, to: string, found: RegExp])[] = [
  ["bound", `${SCHEMAS}/customers.schema.json`, '"maximum": 100,', '"maximum": 101,', /^customers\/vat_rate:maximum$/],
  [
    "required",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"reseller_id", "handle", "name"]',
    '"reseller_id", "name"]',
    /^billingprofiles\/handle:required$/,
  ],
  [
    "condition",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"when": { "prepaid": true }',
    '"when": { "prepaid": false }',
    /^billingprofiles\/prepaid_library:/,
  ],
  [
    "time zone",
    `${SCHEMAS}/customercontacts.schema.json`,
    '"format": "timezone-name"',
    '"format": "single-line"',
    /^customercontacts\/timezone:/,
  ],
  ["message", TEXTS, "Letters, digits, underscore", "Letters, ciphers, underscore", /:format-handle$/],
  ["placeholder", TEXTS, "At most %{limit} entries", "At most %{limt} entries", /:maxItems$/],
  [
    "right",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"reseller": "all", "ccare": "lookup"',
    '"reseller": "all", "ccare": "read"',
    /^billingprofiles(?:\/reseller_id)?: ccare/,
  ],
  [
    "unique",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"unique": ["reseller_id"]',
    '"unique": ["reseller_id", "name"]',
    /^billingprofiles\/handle:unique$/,
  ],
  [
    "rule between fields",
    `${SCHEMAS}/customers.schema.json`,
    '"rule": "before",',
    '"rule": "before", "orEqual": true,',
    /^customers\/billing_profiles\/0\/stop:before$/,
  ],
  [
    "rule about other records",
    `${SCHEMAS}/customers.schema.json`,
    '"intervalOrder": ["/billing_profiles/*/stop"],',
    "",
    /^customers\/billing_profiles\/0\/stop:intervalOrder$/,
  ],
  [
    "scope",
    `${SCHEMAS}/domains.schema.json`,
    '"scope": "reseller_id",',
    '"unscoped": "Everybody may know them.",',
    /^domains: rows$/,
  ],
  [
    "enum",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"enum": [0, 1, 2, 3, 4, 5], "default": 0 },\n    "fraud_interval_notify"',
    '"enum": [0, 1, 2, 3, 4, 5, 6], "default": 0 },\n    "fraud_interval_notify"',
    /^billingprofiles\/fraud_interval_lock:enum$/,
  ],
  [
    "uniqueItems",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"maxItems": 200,',
    '"maxItems": 200, "uniqueItems": true,',
    /^billingprofiles\/peaktime_\w+:uniqueItems$/,
  ],
  [
    "step",
    `${SCHEMAS}/billingprofiles.schema.json`,
    '"fraud_daily_limit": { "type": "integer",',
    '"fraud_daily_limit": { "type": "integer", "multipleOf": 100,',
    /^billingprofiles\/fraud_daily_limit:multipleOf$/,
  ],
  [
    "exclusiveMinimum",
    `${SCHEMAS}/peeringservers.schema.json`,
    '"minimum": 0, "maximum": 65535,',
    '"exclusiveMinimum": 0, "maximum": 65535,',
    /^peeringservers\/port:(?:exclusiveM|m)inimum$/,
  ],
  [
    "exclusiveMaximum",
    `${SCHEMAS}/peeringservers.schema.json`,
    '"minimum": 1, "maximum": 127,',
    '"minimum": 1, "exclusiveMaximum": 127,',
    /^peeringservers\/weight:(?:exclusiveM|m)aximum$/,
  ],
  [
    "pattern",
    `${SCHEMAS}/peeringservers.schema.json`,
    '"maxLength": 256 }',
    '"maxLength": 256, "pattern": "^sip:", "x-field": { "patternExamples": { "valid": ["sip:a"], "invalid": ["a"] } } }',
    /^peeringservers\/via_route:pattern$/,
  ],
  [
    "const",
    `${SCHEMAS}/peeringservers.schema.json`,
    '"probe": { "type": "boolean",',
    '"probe": { "type": "boolean", "const": false,',
    /^peeringservers\/probe:const$/,
  ],
  ["preference bound", DEFINITIONS, '"minimum": 1', '"minimum": 2', /preferences\/\w+:minimum$/],
  [
    "rule between preferences",
    DEFINITIONS,
    '"greater": "sst_expires"',
    '"greater": "sst_max_timer"',
    /preferences\/sst_\w+:greater$/,
  ],
];

describe("a schema or text with a fault", () => {
  let clone: ScratchClone;
  beforeAll(() => {
    clone = makeScratchClone();
  });
  afterAll(() => clone.remove());

  /** The output of a command, whether or not it fails. */
  const toldBy = (command: string) => clone.run("sh", "-c", `${command} 2>&1 || true`);

  it("is found by `rules diff` in less than ten seconds, and nothing else is", () => {
    for (const [fault, name, from, to] of edits) {
      const file = join(clone.folder, name);
      const text = readFileSync(file, "utf8");
      expect(text, fault).toContain(from);
      writeFileSync(file, text.replace(from, to));
    }
    expect(toldBy("node codegen/run.mjs --check")).toContain("src/generated");
    expect(toldBy("npx tsx scripts/rules.ts diff")).toContain("The schemas say something else: npm run codegen");
    clone.run("node", "codegen/run.mjs");
    // Seconds of a processor: other tests run at the same time. The last line has those of child processes.
    const lines = toldBy("npx tsx scripts/rules.ts diff --json; times").trim().split("\n");
    const [, minutes, seconds] = /^(\d+)m([\d.]+)s/.exec(lines.at(-1) ?? "") ?? [];
    expect(Number(minutes) * 60 + Number(seconds)).toBeLessThan(10);
    const changes = JSON.parse(lines.slice(0, -2).join("\n")) as BaselineChange[];
    const missed = edits.filter(([, , , , found]) => !changes.some(({ id }) => found.test(id)));
    expect(missed.map(([fault]) => fault)).toEqual([]);
    const alarms = changes.filter(({ id }) => !edits.some(([, , , , found]) => found.test(id)));
    expect(alarms).toEqual([]);
  });
});

function unfiltered(resource: string, name: string): FieldDescriptor["reference"] {
  const reference = moduleOf(resource).descriptor.fields.find((field) => field.name === name)?.reference;
  return reference && { ...reference, filter: undefined };
}

/** Faults that only the platform has: forms, and the validator that they share, refuse what it takes. */
it.each<[fault: string, resource: string, name: string, change: Partial<FieldDescriptor>]>([
  ["a bound", "customers", "vat_rate", { maximum: 101 }],
  [
    "the filter of a reference",
    "billingfees",
    "billing_zone_id",
    { reference: unfiltered("billingfees", "billing_zone_id") },
  ],
  ["a fixed field", "peeringrules", "group_id", { immutable: undefined }],
])("verify finds %s of %s that the API alone has lost", async (_, resource, name, change) => {
  const { descriptor } = moduleOf(resource);
  const fields = descriptor.fields.map((field) => (field.name === name ? { ...field, ...change } : field));
  const fault = { resource, pointer: `/${name}`, module: faultyModule({ ...descriptor, fields }), isApiOnly: true };
  expect(await bench.findCase(fault)).toContain(`${resource} /${name} `);
});

it("verify finds a message that the form alone words otherwise", async () => {
  const panelFolder = mkdtempSync(join(tmpdir(), "patchbay-panel-"));
  onTestFinished(() => rmSync(panelFolder, { recursive: true }));
  cpSync(join(root, "dist/panel"), panelFolder, { recursive: true });
  for (const name of readdirSync(join(panelFolder, "assets"))) {
    const file = join(panelFolder, "assets", name);
    // A compressed file would be served in place of the changed one.
    if (/\.(?:br|gz)$/.test(name)) rmSync(file);
    else if (name.endsWith(".js")) {
      const text = readFileSync(file, "utf8");
      if (text.includes("At most %{limit} characters"))
        writeFileSync(file, text.replaceAll("At most %{limit} characters", "At most %{limit} letters"));
    }
  }
  const cases = allCases(["domains"]).filter(({ id }) => id === "domains/domain:maxLength:refuses-1-longer");
  const refuted = async (folder?: string) =>
    discrepanciesIn(await verifyByForm(cases, { language: "en", ...(folder ? { panelFolder: folder } : {}) }));
  expect(await refuted()).toEqual([]);
  expect((await refuted(panelFolder)).map(({ got }) => got)).toEqual([expect.stringMatching(/^At most 127 letters/)]);
});
