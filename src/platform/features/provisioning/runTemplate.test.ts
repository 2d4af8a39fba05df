import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { createDeviceProfile, createModel, createSubscriber } from "../../../testing/records.ts";

const KIT = `fields:
  - { name: ext, label: Extension, type: Text, required: 1, format: digits }
  - { name: who, label: Name, type: Text, required: 1 }
  - { name: company, label: Customer number, type: Text, required: 1 }
  - { name: phone, label: Phone, type: Text, format: mac }
  - { name: blocked, label: Blocked, type: Boolean }
  - { name: mail, type: calculated, value_code: "[% row.who | lower %]@example.org" }
contract_contact:
  identifier: email, reseller_id
  email_code: "[% row.company %]@example.org"
contract:
  identifier: external_id
  external_id_code: "[% row.company %]"
  product: Basic SIP Account
  billing_profile: Office
contract_preferences:
  concurrent_max: 7
subscriber:
  domain: office.example.org
  username_code: "u[% row.ext %]"
  password_code: "[% row.sip_password %]"
  email_code: "[% row.mail %]"
  display_name_code: "[% row.who %]"
  external_id_code: "[% contract.external_id %]-[% row.ext %]"
  primary_number: { cc: 43, ac: 1, sn_code: "7[% row.ext %]" }
subscriber_preferences:
  lock_code: "[% IF row.blocked %]2[% END %]"
  concurrent_max: 2
`;
const DEVICES = `devices:
  - profile: Desk
    identifier_code: "[% row.phone %]"
    station_name_code: "[% row.who %]"
    lines:
      - { linerange: Keys, key_num: 0, type: private }
`;

async function total(resource: string, query = ""): Promise<number> {
  return Number((await master.send("GET", `/api/${resource}/?rows=1&${query}`)).body.total_count);
}

const counts = async () => [
  await total("customercontacts"),
  await total("customers", "not_status=terminated"),
  await total("subscribers"),
];

async function only(resource: string, query: string): Promise<Record<string, unknown>> {
  const { body } = await master.send("GET", `/api/${resource}/?rows=2&${query}`);
  const records = (body._embedded as unknown as Record<string, Record<string, unknown>[]>)?.[`ngcp:${resource}`] ?? [];
  expect(records, query).toHaveLength(1);
  return records[0] ?? {};
}

async function upload(id: number, csv: string, query = "report=1", client = reseller) {
  const reply = await client.send("POST", `/api/provisioningtemplates/${id}?${query}`, csv, {
    "content-type": "text/csv",
  });
  return { ...reply, report: reply.body as unknown as RunReport };
}

const errorsIn = ({ lines }: RunReport) =>
  lines.flatMap(({ line, errors }) => errors.map(({ pointer, key }) => `${line} ${pointer} ${key}`));

const platform = await platformUntilEnd();
const [master, reseller] = [await platform.as("master"), await platform.as("resellerTwo")];
for (const reseller_id of [2, 3]) {
  await master.create("billingprofiles", { reseller_id, handle: `office${reseller_id}`, name: "Office" });
}
await master.create("domains", { reseller_id: 2, domain: "office.example.org" });
await master.create("domains", { reseller_id: 3, domain: "other.example.org" });
await createDeviceProfile(master, await createModel(master, { model: "D45" }));
const kit = await master.create("provisioningtemplates", {
  reseller_id: 2,
  name: "Kit",
  description: "Seats",
  template: KIT,
});

describe("a form", () => {
  it("makes contact, customer, subscriber and preferences, and uses again what it identifies", async () => {
    const before = await counts();
    const run = (ext: string, blocked: boolean) =>
      reseller.send("POST", `/api/provisioningtemplates/${kit}`, { ext, who: "Ada", company: "C1", blocked });
    const { status, headers, text } = await run("101", true);
    expect(status, text).toBe(201);
    const id = Number(String(headers.location).split("/").at(-1));
    expect((await run("102", false)).status).toBe(201);
    const after = await counts();
    expect(after.map((count, index) => count - Number(before[index]))).toEqual([1, 1, 2]);
    const made = (await master.send("GET", `/api/subscribers/${id}`)).body;
    expect(made).toMatchObject({
      ...{ username: "u101", email: "ada@example.org", external_id: "C1-101" },
      primary_number: { cc: 43, ac: "1", sn: "7101" },
    });
    const preferences = (await master.send("GET", `/api/subscriberpreferences/${id}`)).body;
    expect(preferences).toMatchObject({ lock: "2", concurrent_max: 2 });
    const customer = (await master.send("GET", `/api/customerpreferences/${made.customer_id}`)).body;
    expect(customer).toMatchObject({ concurrent_max: 7 });
  });

  it("is checked like any other, and leaves nothing if refused", async () => {
    const before = await counts();
    const bare = await reseller.send("POST", `/api/provisioningtemplates/${kit}`, { ext: "1x", who: "Ada" });
    expect(bare.status).toBe(422);
    expect(bare.body.errors).toMatchObject([
      { pointer: "/ext", key: "rules.format.digits" },
      { pointer: "/company", key: "rules.required" },
    ]);
    const taken = await reseller.send("POST", `/api/provisioningtemplates/${kit}`, {
      ext: "101",
      who: "B",
      company: "C9",
    });
    expect(taken.body.errors).toMatchObject([{ pointer: "/subscriber/username", key: "rules.unique" }]);
    expect(await counts()).toEqual(before);
  });

  it("can be tried, which stores nothing", async () => {
    const before = await counts();
    const values = { ext: "150", who: "Eve", company: "C5" };
    const { status, body } = await reseller.send("POST", `/api/provisioningtemplates/${kit}?dry_run=1`, values);
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_dry_run: true, is_stored: false, good: 1, run_id: null });
    expect(await counts()).toEqual(before);
  });
});

describe("a file", () => {
  const good = (index: number) => `2${String(index).padStart(2, "0")};Name${index};F1`;
  const bad = ["; Nobody;F1", "101;Taken;F1", "205;Twice;F1"];
  const file = (lines: readonly string[]) => `\u{feff}EXT;Who;company\r\n${lines.join("\r\n")}\r\n`;
  const mixed = file([...Array.from({ length: 17 }, (_, index) => good(index)), ...bad]);
  const reasons = [
    "19 /ext rules.required",
    "20 /subscriber/username rules.unique",
    "21 /subscriber/username rules.csv.twice",
  ];

  it("is refused as a whole in mode=all, with the reason of each line", async () => {
    const before = await counts();
    const { status, report } = await upload(kit, mixed, "report=1&mode=all");
    expect(status).toBe(200);
    expect(errorsIn(report)).toEqual(reasons);
    expect(report).toMatchObject({ created: 0, good: 17, failed: 3, is_stored: false });
    const plain = await upload(kit, mixed, "mode=all");
    expect(plain.status).toBe(422);
    expect(JSON.stringify(plain.body.errors)).toContain("/20/subscriber/username");
    expect(await counts()).toEqual(before);
  });

  it("is tried without storing anything", async () => {
    const before = await counts();
    const { report } = await upload(kit, mixed, "dry_run=1");
    expect(errorsIn(report)).toEqual(reasons);
    expect(await counts()).toEqual(before);
  });

  it("leaves out bad lines only, makes nothing by halves, and is undone", async () => {
    const before = await counts();
    const { report } = await upload(kit, mixed);
    expect(errorsIn(report)).toEqual(reasons);
    expect(report).toMatchObject({ created: 17, failed: 3, is_stored: true });
    expect(report.lines[0]).toMatchObject({ line: 2, status: "created", created: { contract: [expect.any(Number)] } });
    const after = await counts();
    expect(after.map((count, index) => count - Number(before[index]))).toEqual([1, 1, 17]);
    await only("subscribers", "username=u200");

    const path = `/api/provisioningtemplates/${kit}`;
    const runs = (await reseller.send("GET", `${path}/runs`)).body.runs as unknown as { id: number }[];
    expect(runs[0]).toMatchObject({ id: report.run_id, source: "csv", created: 17, failed: 3, is_complete: true });
    const stranger = await platform.as("resellerThree");
    expect((await stranger.send("POST", `${path}/undo`, { run_id: report.run_id })).status).toBe(404);

    const { id } = await only("subscribers", "username=u203");
    await master.send("PATCH", `/api/subscribers/${id}`, [{ op: "replace", path: "/display_name", value: "Changed" }]);
    const refused = await reseller.send("POST", `${path}/undo`, { run_id: report.run_id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { pointer: "/run_id", key: "rules.business.templateLeft", params: { name: `subscribers ${id}` } },
    ]);
    expect(await counts()).toEqual(after);
    await master.send("DELETE", `/api/subscribers/${id}`);
    const undone = await reseller.send("POST", `${path}/undo`, { run_id: report.run_id });
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body).toEqual({ removed: 18 });
    expect(await counts()).toEqual(before);
    const again = await reseller.send("POST", `${path}/undo`, { run_id: report.run_id });
    expect(again.body.errors).toMatchObject([{ key: "rules.business.templateUndone" }]);
  });

  it("answers programs as the older platform: 201, or 500 if lines are left out", async () => {
    const lines = ["301,Ann,P1", "302,Ben,P1"];
    expect((await upload(kit, `ext,who,company\n${lines.join("\n")}`, "")).status).toBe(201);
    const { status, body } = await upload(kit, `ext,who,company\n303,Cem,P1\n${lines.join("\n")}`, "");
    expect([status, body.key]).toEqual([500, "errors.provisioning_incomplete"]);
    await only("subscribers", "username=u303");
  });

  it.each(["", "a;b\n1;2", "ext;ext;who\n1;2;3", "ext;;who\n1;2;3"])("needs a header: %j", async (text) => {
    const { status, body } = await upload(kit, text);
    expect([status, JSON.stringify(body.errors ?? [])]).toEqual([422, expect.stringContaining("csvHeader")]);
  });
});

it("makes 200 subscribers with devices, of which 3 lines are bad", async () => {
  const template = KIT.replace("Basic SIP Account", "Cloud PBX Account")
    .replace(
      '  primary_number: { cc: 43, ac: 1, sn_code: "7[% row.ext %]" }\n',
      '  pbx_extension_code: "[% row.ext %]"\n',
    )
    .replace("  lock_code", "  # none\n  lock_code");
  const pilot = `  is_pbx_pilot_code: "[% IF row.ext == '1000' %]1[% END %]"\n  primary_number: { cc_code: "[% IF row.ext == '1000' %]43[% END %]", sn: 5550 }\n`;
  const seats = template.replace("  pbx_extension_code", `${pilot}  pbx_extension_code`) + DEVICES;
  const id = await master.create("provisioningtemplates", {
    reseller_id: 2,
    name: "Seats",
    description: "PBX",
    template: seats,
  });
  const mac = (index: number) => `0050c2${index.toString(16).padStart(6, "0")}`;
  const lines = Array.from({ length: 200 }, (_, index) => `${1000 + index},Seat${index},PBX1,${mac(index)}`);
  lines[50] = `1050,Seat50,PBX1,${mac(51)}`;
  lines[90] = `1010,Seat90,PBX1,${mac(90)}`;
  lines[120] = "1120,Seat 120,PBX1,nonsense";
  const devices = await total("pbxdevices");
  const { report, text } = await upload(id, `ext,who,company,phone\n${lines.join("\n")}`);
  expect(report.failed, text.slice(0, 600)).toBe(3);
  expect(report.created).toBe(197);
  expect(errorsIn(report)).toHaveLength(3);
  expect(await total("pbxdevices")).toBe(devices + 197);
  const { customer_id } = await only("subscribers", "username=u1000");
  expect(await total("subscribers", `customer_id=${customer_id}`)).toBe(197);
  const undone = await reseller.send("POST", `/api/provisioningtemplates/${id}/undo`, { run_id: report.run_id });
  expect(undone.status, undone.text).toBe(200);
  expect(await total("pbxdevices")).toBe(devices);
}, 240_000);

it("purging ends the subscriber of the same reseller that stands in the way, and no other", async () => {
  const values = { ext: "801", who: "Old", company: "Q1" };
  const path = `/api/provisioningtemplates/${kit}`;
  expect((await reseller.send("POST", path, values)).status).toBe(201);
  const old = await only("subscribers", "username=u801");
  expect((await reseller.send("POST", path, { ...values, who: "New" })).status).toBe(422);
  const misspelt = await reseller.send("POST", `${path}?purge_existing=1&dryrun=1`, { ...values, who: "New" });
  expect(misspelt.body).toMatchObject({ code: 422, key: "errors.filter_unknown", params: { name: "dryrun" } });
  const { status, text } = await reseller.send("POST", `${path}?purge_existing=1`, { ...values, who: "New" });
  expect(status, text).toBe(201);
  const next = await only("subscribers", "username=u801");
  expect(next).toMatchObject({ display_name: "New" });
  expect(next.id).not.toBe(old.id);

  const primary_number = { cc: "43", ac: "1", sn: "7802" };
  const farId = await createSubscriber(master, { reseller_id: 3, username: "far", primary_number });
  const taken = await reseller.send("POST", `${path}?purge_existing=1`, { ...values, ext: "802" });
  expect(taken.body.errors).toMatchObject([{ key: "rules.business.numberTaken" }]);
  expect((await master.send("GET", `/api/subscribers/${farId}`)).body.status).toBe("active");
});

describe("a template", () => {
  const post = (body: object, client = master) => client.send("POST", "/api/provisioningtemplates/", body);
  const about = { reseller_id: 2, description: "Test" };

  it("with scripts is kept, and does not run", async () => {
    const template = `subscriber:\n  username_code: "function() { return 1; }"\n`;
    const id = await master.create("provisioningtemplates", { ...about, name: "JS", lang: "js", template });
    const { status, body } = await reseller.send("POST", `/api/provisioningtemplates/${id}`, {});
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { pointer: "/template", key: "rules.business.templateScript", params: { line: 2 } },
    ]);
    const perl = await master.create("provisioningtemplates", {
      ...about,
      name: "PL",
      lang: "perl",
      template: "subscriber: {}",
    });
    const answer = await reseller.send("POST", `/api/provisioningtemplates/${perl}`, {});
    expect(answer.body.errors).toMatchObject([{ key: "rules.business.templateLang" }]);
  });

  it.each([
    ["a: [", "yamlUnreadable", 1],
    ["- 1", "yamlUnreadable", 1],
    ["subscribr: {}", "yamlUnknown", 1],
    ["subscriber:\n  usrname: x", "yamlUnknown", 2],
    ["subscriber_preferences:\n  lokc: 1", "yamlUnknown", 2],
    ["fields:\n  - { name: a b }", "yamlField", 2],
    [Array.from({ length: 2_501 }, (_, index) => `key${index}: 1`).join("\n"), "yamlMany", 1],
    [`a: &a [1, 1]\nb: [${Array(101).fill("*a").join(", ")}]`, "yamlUnreadable", 1],
    [`subscriber:\n  username: ${"[".repeat(13)}${"]".repeat(13)}`, "yamlUnreadable", 2],
    ["fields:\n  - { name: a, type: Foo }", "yamlUnknown", 2],
    ["subscriber:\n  username_code: |\n    a\n    [% row.no %]", "variableUnknown", 4],
    ["contract:\n  external_id_code: '[% subscriber.id %]'", "variableUnknown", 2],
  ])("is refused with its line: %.50s", async (template, rule, line) => {
    const { status, body } = await post({ ...about, name: "Bad", template });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: "/template", key: `rules.business.${rule}`, params: { line } }]);
  });

  it("of the platform is run by resellers, for themselves, and changed by administrators only", async () => {
    const template = KIT.replaceAll("office.example.org", "other.example.org");
    const id = await master.create("provisioningtemplates", { name: "Shared", description: "For all", template });
    const path = `/api/provisioningtemplates/${id}`;
    const three = await platform.as("resellerThree");
    expect((await three.send("GET", path)).status).toBe(200);
    expect((await three.send("DELETE", path)).status).toBe(403);
    expect((await three.send("PATCH", path, [{ op: "replace", path: "/description", value: "x" }])).status).toBe(403);
    expect((await three.send("POST", path, { ext: "901", who: "C", company: "T1" })).status).toBe(201);
    const { customer_id } = await only("subscribers", "username=u901");
    expect((await three.send("GET", `/api/customers/${customer_id}`)).status).toBe(200);
    const nobody = await master.send("POST", path, { ext: "902", who: "C", company: "T1" });
    expect(nobody.body.errors).toMatchObject([{ key: "rules.business.templateNoReseller" }]);
    expect((await reseller.send("POST", path, { ext: "903", who: "C", company: "T1" })).body.errors).toMatchObject([
      { pointer: "/subscriber/domain", key: "rules.business.nameUnknown" },
    ]);
    const editable = async (value: number) =>
      Number((await three.send("GET", `/api/provisioningtemplates/?editable=${value}`)).body.total_count);
    expect([await editable(1), await editable(0)]).toEqual([0, 1]);
  });

  it("of another reseller is not there, and makes nothing for one", async () => {
    const three = await platform.as("resellerThree");
    expect((await three.send("POST", `/api/provisioningtemplates/${kit}`, {})).status).toBe(404);
    const { body } = await master.send("GET", "/api/resellers/3");
    const template = KIT.replace("contract_contact:\n", `contract_contact:\n  reseller: ${body.name}\n`);
    const id = await master.create("provisioningtemplates", { ...about, name: "Foreign", template });
    const before = await counts();
    const answer = await master.send("POST", `/api/provisioningtemplates/${id}`, { ext: "1", who: "C", company: "X" });
    expect(answer.body.errors).toMatchObject([
      { pointer: "/contract_contact/reseller", key: "rules.business.templateReseller" },
    ]);
    expect(await counts()).toEqual(before);
  });

  it("is also addressed by its name, and read and written as an object", async () => {
    const { body: owner } = await master.send("GET", "/api/resellers/2");
    const path = `/api/provisioningtemplates/${encodeURIComponent(String(owner.name))}/Kit`;
    const { status, body } = await master.send("GET", path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: kit, template: { contract: { billing_profile: "Office" } } });
    const text = (await master.send("GET", `${path}?format=yaml`)).body.template;
    expect(text).toBe(KIT);
    expect(JSON.parse(String((await master.send("GET", `${path}?format=json`)).body.template))).toEqual(body.template);
    const put = await master.send("PUT", path, {
      reseller_id: 2,
      name: "Kit",
      description: "New",
      template: body.template,
    });
    expect(put.status, put.text).toBe(204);
    expect(
      (await reseller.send("POST", "/api/provisioningtemplates/Kit", { ext: "950", who: "N", company: "N" })).status,
    ).toBe(201);
    expect((await master.send("GET", `${path}s`)).status).toBe(404);
  });
});
