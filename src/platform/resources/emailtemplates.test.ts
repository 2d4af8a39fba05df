import { describe, expect, it } from "vitest";
import { type Answer, Api, embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { mailUses } from "../../core/telephony/mail/mailTemplates.ts";
import { createCustomer } from "../../testing/records.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [login, password] = ["template-master", "Quiet7Otter!x"];
await api.create("admins", { reseller_id: 2, login, role: "reseller", is_master: true, password });
const resellers = await Api.login(platform.app, login, password);

const errorsOf = ({ status, body }: Answer) => [
  status,
  ...((body?.errors ?? []) as unknown as { pointer: string; key: string; params: object }[]).map(
    ({ pointer, key, params }) => ({ pointer, key, params }),
  ),
];
const template = (more: WireRecord = {}): WireRecord => ({
  name: "made_by_a_test",
  from_email: "service@example.org",
  subject: "Hello [% subscriber %]",
  body: "Welcome!\n[% url %]",
  ...more,
});
const found = async (caller: Api, query: Record<string, string | number> = {}) =>
  embedded(await caller.list("emailtemplates", { rows: 1000, ...query }), "emailtemplates");
const namesOf = async (reseller: number) =>
  (await found(api, { reseller_id: reseller })).map(({ name }) => String(name)).toSorted();

let serial = 0;
async function makeReseller(): Promise<number> {
  const contact_id = await api.create("systemcontacts", { email: "new@tenant.example" });
  const contract = { type: "reseller", contact_id, status: "active", billing_profile_id: 1 };
  const contract_id = await api.create("contracts", contract);
  return api.create("resellers", { name: `Templated ${++serial}`, contract_id, status: "active" });
}

const makeCustomer = (reseller_id: number, more: WireRecord = {}) => createCustomer(api, { reseller_id, ...more });

it("the text of a template is checked again for the message of a new name", async () => {
  const own = { reseller_id: 1, name: "renamed", body: "[% password %]" };
  const id = await api.create("emailtemplates", template(own));
  const rename = (name: string) => api.patch("emailtemplates", id, [{ op: "replace", path: "/name", value: name }]);
  expect((await rename("invoice_email")).status).toBe(204);
  expect(errorsOf(await rename("passreset_default_email"))).toMatchObject([
    422,
    { pointer: "/body", key: "rules.business.placeholderUnknown" },
  ]);
});

describe("the platform's defaults", () => {
  it("are one per message and name, visible to superusers only", async () => {
    const defaults = await found(api, { is_default: 1 });
    expect(defaults.map(({ name }) => name).toSorted()).toEqual(Object.keys(mailUses).toSorted());
    const again = await api.request("POST", "/api/emailtemplates/", template({ name: "invoice_default_email" }));
    expect(errorsOf(again)).toMatchObject([422, { pointer: "/name", key: "rules.uniqueTogether" }]);
    expect(await found(resellers, { is_default: 1 })).toEqual([]);
    expect((await found(resellers)).every(({ reseller_id }) => reseller_id === 2)).toBe(true);
    const [first] = defaults;
    const path = `/api/emailtemplates/${first?.id}`;
    expect((await resellers.request("GET", path)).status).toBe(404);
    expect((await resellers.request("PUT", path, template())).status).toBe(404);
    expect((await resellers.request("DELETE", path)).status).toBe(404);
  });

  it("are copied to a new reseller, with a journal, and deleted with it", async () => {
    const reseller = await makeReseller();
    expect(await namesOf(reseller)).toEqual(Object.keys(mailUses).toSorted());
    const [copy] = await found(api, { reseller_id: reseller, name: "invoice_default_email" });
    const [original] = await found(api, { is_default: 1, name: "invoice_default_email" });
    const { id: _, reseller_id: __, _links: ___, ...text } = original ?? {};
    expect(copy).toMatchObject(text);
    const journal = await api.request("GET", `/api/emailtemplates/${copy?.id}/journal/`);
    expect(embedded(journal, "journal").map(({ operation }) => operation)).toEqual(["create"]);
    await api.patch("resellers", reseller, [{ op: "replace", path: "/status", value: "terminated" }]);
    expect(await namesOf(reseller)).toEqual([]);
  });
});

describe("missing templates", () => {
  const missingOf = async (caller: Api) =>
    ((await caller.request("GET", "/api/emailtemplates/missing")).body?.missing ?? []) as unknown as {
      reseller_id: number;
      name: string;
    }[];
  const remove = async (reseller: number, name: string) => {
    const [one] = await found(api, { reseller_id: reseller, name });
    await api.request("DELETE", `/api/emailtemplates/${one?.id}`);
  };

  it("are copied at once, by a reseller to itself only", async () => {
    const reseller = await makeReseller();
    await remove(reseller, "invoice_default_email");
    await remove(2, "credit_warning_default_email");
    const own = await missingOf(resellers);
    expect(own).toEqual([expect.objectContaining({ reseller_id: 2, name: "credit_warning_default_email" })]);
    const all = await missingOf(api);
    expect(all).toContainEqual(expect.objectContaining({ reseller_id: reseller, name: "invoice_default_email" }));

    expect((await resellers.request("POST", "/api/emailtemplates/missing")).body).toEqual({ copied: 1 });
    expect(await missingOf(resellers)).toEqual([]);
    expect(await missingOf(api)).toHaveLength(all.length - 1);
    expect((await api.request("POST", "/api/emailtemplates/missing")).body).toEqual({ copied: all.length - 1 });
    expect(await missingOf(api)).toEqual([]);
    expect(await namesOf(reseller)).toEqual(Object.keys(mailUses).toSorted());
  });

  it("are copied once by concurrent requests", async () => {
    const reseller = await makeReseller();
    await remove(reseller, "invoice_default_email");
    const copy = () => api.request("POST", "/api/emailtemplates/missing");
    const answers = await Promise.all([copy(), copy(), copy()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(({ body }) => Number(body?.copied)).reduce((sum, one) => sum + one)).toBe(1);
  });

  it("are not those of resellers that have ended", async () => {
    const reseller = await makeReseller();
    await api.patch("resellers", reseller, [{ op: "replace", path: "/status", value: "terminated" }]);
    expect((await missingOf(api)).filter(({ reseller_id }) => reseller_id === reseller)).toEqual([]);
  });

  it("have an older table, beside those of one reseller and of the defaults", async () => {
    await remove(2, "credit_warning_default_email");
    const table = async (caller: Api, name: string) => {
      const { body } = await caller.request("GET", `/emailtemplate/ajax${name}?iDisplayLength=-1`);
      return (body?.aaData ?? []) as unknown as Record<string, unknown>[];
    };
    expect(await table(resellers, "/missed")).toEqual([
      {
        id: expect.stringMatching(/^2\/\d+$/),
        reseller_name: "Albion Voice",
        email_template_name: "credit_warning_default_email",
      },
    ]);
    expect(await table(api, "/default")).toHaveLength(Object.keys(mailUses).length);
    const own = await table(api, "/2");
    expect(own).toHaveLength((await namesOf(2)).length);
    expect(own[0]).toMatchObject({ reseller_name: "Albion Voice", subject: expect.any(String) });
    expect(await table(resellers, "/3")).toEqual([]);
    await api.request("POST", "/api/emailtemplates/missing");
  });
});

describe("the templates of a customer", () => {
  const idOf = async (reseller: number, name: string) => (await found(api, { reseller_id: reseller, name }))[0]?.id;
  const fields = ["subscriber_email_template_id", "passreset_email_template_id", "invoice_email_template_id"] as const;
  const chosen = async (customer: number) => {
    const { body } = await api.read("customers", customer);
    return fields.map((field) => body?.[field] ?? null);
  };

  it("are the reseller's by default, unless the request says otherwise", async () => {
    const reseller = await makeReseller();
    const usual = [
      await idOf(reseller, "subscriber_default_email"),
      await idOf(reseller, "passreset_default_email"),
      await idOf(reseller, "invoice_default_email"),
    ];
    expect(await chosen(await makeCustomer(reseller))).toEqual(usual);
    const own = await api.create("emailtemplates", template({ reseller_id: reseller }));
    const more = { subscriber_email_template_id: own, passreset_email_template_id: null };
    expect(await chosen(await makeCustomer(reseller, more))).toEqual([own, null, usual[2]]);
  });

  it("are cleared when they are deleted, and by the customer itself", async () => {
    const reseller = await makeReseller();
    const customer = await makeCustomer(reseller);
    const before = await chosen(customer);
    await api.request("DELETE", `/api/emailtemplates/${before[0]}`);
    expect(await chosen(customer)).toEqual([null, before[1], before[2]]);
    await api.patch("customers", customer, [{ op: "replace", path: `/${fields[1]}`, value: null }]);
    expect(await chosen(customer)).toEqual([null, null, before[2]]);
  });
});
