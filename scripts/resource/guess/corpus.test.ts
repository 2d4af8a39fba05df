import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { PropertySchema } from "../../../codegen/schemaTypes.ts";
import { fromRecords } from "./fromRecords.ts";
import { readCollection } from "./guess.ts";
import { readSource } from "./readSource.ts";

/** Columns of call records, inventories and rate sheets, as systems export them, with what they are. */
const corpus: readonly (readonly [name: string, values: readonly unknown[], wanted: PropertySchema])[] = [
  ["mac_address", ["00:1a:4b:16:01:59", "80:5e:c0:3f:9a:11"], { format: "mac" }],
  ["device", ["805EC03F9A11", "001565AB10FE"], { format: "mac" }],
  ["phone_mac", ["001565101010", "001565202020"], { format: "mac" }],
  ["hardware", ["0015.65ab.10fe", "805e.c03f.9a11"], { format: "mac" }],
  ["imei_start", ["356938035643", "490154203237"], { maxLength: 31 }],
  ["caller_number", ["4315550100", "4930555014", "442079460958"], { format: "e164" }],
  ["destination", ["+4315550100", "+12125550123"], { format: "e164" }],
  ["msisdn", ["436605550100", "436645550177"], { format: "e164" }],
  ["contact", ["+43 1 5550100", "+49 (30) 555-014"], { "x-field": { unit: "phone" } }],
  ["fax", ["01/555 01 00", "030/55 50 14"], { "x-field": { unit: "phone" } }],
  ["timezone", ["UTC", "CET"], { format: "timezone-name" }],
  ["located", ["Europe/Vienna", "America/Argentina/Buenos_Aires"], { format: "timezone-name" }],
  ["label", ["Japan", "Singapore"], { maxLength: 31 }],
  ["amount", [1250, 990, 0], { type: "integer", "x-field": { unit: "cents" } }],
  ["setup_fee", [12.5, 0, 9.99], { type: "number", "x-field": { unit: "currency" } }],
  ["call_cost", [0.0125, 0.3], { type: "number", "x-field": { unit: "currency" } }],
  ["duration", [12, 3600, 0], { type: "integer", "x-field": { unit: "seconds" } }],
  ["ring_timeout", [30, 45], { type: "integer", "x-field": { unit: "seconds" } }],
  ["discount_percent", [10, 0, 100], { type: "integer", "x-field": { unit: "percent" } }],
  ["source_ip", ["192.0.2.17", "2001:db8::5060"], { format: "ip" }],
  ["allowed", ["192.0.2.0/24", "198.51.100.7"], { format: "ip-or-cidr" }],
  ["callback", ["https://hooks.example/cdr?id=4", "http://192.0.2.8:8080/"], { format: "http-url" }],
  ["to_uri", ["sip:100@sip.example", "sip:+4315550100@192.0.2.1"], { format: "sip-uri" }],
  ["mailbox", ["anna@albion.example", "support@spreeklang.example"], { format: "email" }],
  ["start", ["2026-07-01T08:15:30Z", "2026-07-01T08:17:02+02:00"], { format: "date-time" }],
  ["billed", ["2026-06-30", "2026-02-28"], { format: "date" }],
  ["opens", ["08:00:00", "17:30:00"], { format: "time-of-day" }],
  ["country", ["AT", "DE", "GB"], { format: "iso-3166-alpha2" }],
  ["theme", ["#1b6ef3", "#fff"], { format: "hex-colour" }],
  ["sip_domain", ["sip.albion-voice.example", "voip.example"], { format: "domain-or-ip" }],
  [
    "codec",
    ["PCMA", "G722", "PCMA", "opus", "PCMA", "opus", "G722", "PCMA", "opus"],
    { enum: ["G722", "PCMA", "opus"] },
  ],
  ["is_answered", [true, false], { type: "boolean" }],
];

/** A field among others of its record: a rate sheet names its currency. */
const guess = (name: string, values: readonly unknown[]) =>
  fromRecords(
    values.map((value) => ({ [name]: value, currency: "EUR" })),
    [],
  ).find((field) => field.name === name)?.schema;

it.each(corpus)("%s %j is recognized", (name, values, wanted) => {
  const schema = guess(name, values);
  expect(schema).toMatchObject(wanted);
  expect([schema?.format, schema?.["x-field"]?.unit]).toEqual([wanted.format, wanted["x-field"]?.unit]);
});

it("guesses no currency where a record has none", () => {
  expect(fromRecords([{ fee: 1.5 }, { fee: 2 }], [])[0]?.schema).toMatchObject({ type: "number" });
  expect(fromRecords([{ fee: 1 }], [])[0]?.schema["x-field"]).toBeUndefined();
});

it("reads call records from a CSV file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = ["caller;callee;duration;cost;currency;is_answered;phone_mac;note"];
  lines.push(
    '4315550100;+12125550123;61;0.25;EUR;true;805ec03f9a11;"said; hello"',
    "493055501;442079460958;0;0;EUR;false;001565101010;",
  );
  writeFileSync(join(folder, "calls.csv"), `\u{feff}${lines.join("\r\n")}\r\n`);
  const { records = [] } = readCollection(await readSource(join(folder, "calls.csv"), {})) ?? {};
  const fields = new Map(fromRecords(records, []).map(({ name, schema }) => [name, schema]));
  expect(records[0]).toMatchObject({ caller: "4315550100", duration: 61, is_answered: true, note: "said; hello" });
  expect(fields.get("caller")?.format).toBe("e164");
  expect(fields.get("cost")).toMatchObject({ type: "number", "x-field": { unit: "currency" } });
  expect(fields.get("duration")?.["x-field"]).toEqual({ unit: "seconds" });
  expect(fields.get("phone_mac")?.format).toBe("mac");
});
