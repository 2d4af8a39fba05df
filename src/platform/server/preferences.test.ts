import { beforeEach, describe, expect, it } from "vitest";
import { embedded, errorsOf, type RequestOptions } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import { preferenceKinds } from "../../core/telephony/preferenceKind.ts";
import { nameColumnOf } from "../preferences/preferenceStore.ts";

/** A fresh domain of Albion Voice (reseller 2) for every test, without the values that domains start with. */
let domain: number;
let path: string;
let serial = 0;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
beforeEach(async () => {
  domain = await api.create("domains", { reseller_id: 2, domain: `p${++serial}.example` });
  path = `/api/domainpreferences/${domain}`;
  expect(await values()).toMatchObject({ sst_enable: "no", use_rtpproxy: "ice_strip_candidates" });
  await api.request("PUT", path, {});
});

const add = (name: string, value: Json) => ({ op: "add", path: `/${name}`, value });
const representation: RequestOptions = { headers: { prefer: "return=representation" } };
const patch = (operations: unknown, options?: RequestOptions) => api.request("PATCH", path, operations, options);

async function values(): Promise<Record<string, Json>> {
  const { id, domain_id, _links, ...set } = (await api.request("GET", path)).body ?? {};
  expect([id, domain_id]).toEqual([domain, domain]);
  return set;
}

it("definitions are one object keyed by name", async () => {
  const { body, status } = await api.request("GET", "/api/domainpreferencedefs/?lang=en");
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("total_count");
  expect(body?.concurrent_max).toMatchObject({ data_type: "int", max_occur: 1, read_only: false, dynamic: 0 });
  expect(body?.allowed_ips).toMatchObject({ data_type: "string", max_occur: 0 });
  expect(body?.rewrite_rule_set).toMatchObject({ data_type: "string" });
  expect(body?.ua_header_mode).toMatchObject({
    enum_values: [
      { value: "strip", default_val: true },
      { value: "passthrough", default_val: false },
      { value: "replace", default_val: false },
    ],
  });
});

describe("one preference", () => {
  it("is added, replaced and removed", async () => {
    expect(await values()).toEqual({});
    const missing = await patch([{ op: "replace", path: "/concurrent_max", value: 5 }]);
    expect([missing.status, missing.body?.key]).toEqual([422, "errors.patch_path_missing"]);
    const added = await patch([add("concurrent_max", 5)], representation);
    expect([added.status, added.headers["preference-applied"]]).toEqual([200, "return=representation"]);
    expect(added.body).toMatchObject({ id: domain, domain_id: domain, concurrent_max: 5 });
    expect((await patch([{ op: "replace", path: "/concurrent_max", value: "6" }])).status).toBe(204);
    expect(await values()).toEqual({ concurrent_max: 6 });
    expect((await patch([{ op: "remove", path: "/concurrent_max" }])).status).toBe(204);
    expect(await values()).toEqual({});
  });

  it("stays when it is patched to null, and goes when it is empty", async () => {
    await patch([add("alert_info_url", "urn:alert"), add("allowed_ips", ["192.0.2.1"])]);
    await patch([{ op: "replace", path: "/alert_info_url", value: null }]);
    expect(await values()).toEqual({ alert_info_url: "urn:alert", allowed_ips: ["192.0.2.1"] });
    await patch([add("alert_info_url", ""), add("allowed_ips", [])]);
    expect(await values()).toEqual({});
  });

  it("may be switched off without being unset", async () => {
    await patch([add("music_on_hold", false)]);
    expect(await values()).toEqual({ music_on_hold: false });
  });

  it("that does not exist is ignored", async () => {
    expect((await patch([add("no_such_preference", 1), add("concurrent_max", 1)])).status).toBe(204);
    expect(await values()).toEqual({ concurrent_max: 1 });
  });
});

describe("all preferences", () => {
  it("are replaced at once", async () => {
    await patch([add("concurrent_max", 5), add("language", "de")]);
    expect((await api.request("PUT", path, { id: 99, language: "fr", concurrent_max: null })).status).toBe(204);
    expect(await values()).toEqual({ language: "fr" });
  });

  it("are refused together, each by its name, and nothing is stored", async () => {
    const answer = await patch([
      add("concurrent_max", -1),
      add("allowed_ips", ["192.0.2.1", "nowhere"]),
      add("language", "en"),
    ]);
    expect(errorsOf(answer)).toEqual(["/allowed_ips/1 rules.format.ip-or-cidr", "/concurrent_max rules.minimum"]);
    expect(answer.body?.message).toContain("field='concurrent_max', input='-1'");
    expect(await values()).toEqual({});
  });

  it("obey rules between them", async () => {
    expect((await patch([add("sst_min_timer", 90), add("sst_expires", 300)])).status).toBe(204);
    const answer = await patch([add("sst_min_timer", 300)]);
    expect(errorsOf(answer)).toEqual(["/sst_expires preferences.rules.greater"]);
    expect(answer.body?.message).toContain("sst_min_timer");
  });
});

/** Preferences of domains that reference a resource without a schema. */
const notServed = (preferenceKinds.find(({ kind }) => kind === "domain")?.preferences ?? [])
  .filter((definition) => definition.reference && !nameColumnOf(definition))
  .map(({ attribute }) => attribute);

describe("references", () => {
  it("are names within the owner's reseller, and follow the record they name", async () => {
    const [own] = embedded(await api.list("rewriterulesets", { name: "gb_e164" }), "rewriterulesets");
    expect((await patch([add("rewrite_rule_set", "gb_e164")])).status).toBe(204);
    await api.patch("rewriterulesets", Number(own?.id), [{ op: "replace", path: "/name", value: "renamed" }]);
    expect(await values()).toEqual({ rewrite_rule_set: "renamed" });
    await api.patch("rewriterulesets", Number(own?.id), [{ op: "replace", path: "/name", value: "gb_e164" }]);
    const foreign = await patch([add("rewrite_rule_set", "de_e164")]);
    expect(errorsOf(foreign)).toEqual(["/rewrite_rule_set rules.business.preferenceNameUnknown"]);
    expect(foreign.body?.message).toContain("de_e164");
  });

  it("go with the record they name", async () => {
    const set = await api.create("rewriterulesets", { reseller_id: 2, name: "short lived" });
    await patch([add("rewrite_rule_set", "short lived")]);
    expect((await api.request("DELETE", `/api/rewriterulesets/${set}`)).status).toBe(204);
    expect(await values()).toEqual({});
  });

  it.each(notServed)("to what the platform does not serve yet are texts: %s", async (attribute) => {
    expect((await patch([add(attribute, "national")])).status).toBe(204);
    expect(await values()).toEqual({ [attribute]: "national" });
  });
});

describe("files", () => {
  const data = Buffer.from("<provider/>").toString("base64");

  it("show no bytes, keep them when sent back, and are downloaded by name", async () => {
    const file = { content_type: "text/xml", data };
    await patch([add("emergency_provider_info", file)]);
    expect(await values()).toEqual({ emergency_provider_info: { content_type: "text/xml", data: "#blob" } });
    const kept = { content_type: "application/xml", data: "#blob" };
    await patch([{ op: "replace", path: "/emergency_provider_info", value: kept }]);
    const download = await api.request("GET", `${path}?preference=emergency_provider_info`);
    expect(download.headers["content-type"]).toContain("application/xml");
    expect(download.headers["cache-control"]).toBe("no-store");
    expect(download.headers["content-disposition"]).toContain(
      `attachment; filename="${domain}-emergency_provider_info";`,
    );
    expect(download.text).toBe("<provider/>");
  });

  it("cannot be kept where there is none", async () => {
    const answer = await patch([add("emergency_provider_info", { content_type: "text/xml", data: "#blob" })]);
    expect(errorsOf(answer)).toEqual(["/emergency_provider_info/data rules.required"]);
    expect((await api.request("GET", `${path}?preference=emergency_provider_info`)).status).toBe(404);
  });
});

it("versions refuse a change that was made looking at another one", async () => {
  const { headers } = await api.request("GET", path);
  await patch([add("concurrent_max", 1)]);
  const options = { headers: { "if-match": String(headers.etag) } };
  expect((await patch([add("concurrent_max", 2)], options)).status).toBe(412);
  const now = await api.request("GET", path);
  expect((await patch([add("concurrent_max", 2)], { headers: { "if-match": String(now.headers.etag) } })).status).toBe(
    204,
  );
});

describe("owners", () => {
  it("are listed with what they have set", async () => {
    await patch([add("concurrent_max", 7)]);
    const page = await api.request("GET", `/api/domainpreferences/?reseller_id=2&rows=100`);
    const found = embedded(page, "domainpreferences").find(({ id }) => id === domain);
    expect(found).toMatchObject({ domain_id: domain, concurrent_max: 7 });
    expect(page.body?.total_count).toBe(embedded(page, "domainpreferences").length);
  });

  it("take their preferences along", async () => {
    await patch([add("concurrent_max", 1)]);
    expect((await api.request("DELETE", `/api/domains/${domain}`)).status).toBe(204);
    const left = await platform.database.kysely
      .selectFrom("preferences")
      .selectAll()
      .where("owner_kind", "=", "domain")
      .where("owner_id", "=", domain)
      .execute();
    expect(left).toEqual([]);
    expect((await api.request("GET", path)).status).toBe(404);
  });
});

it("a change is in the journal, without the bytes of files", async () => {
  const file = { content_type: "text/xml", data: Buffer.from("<secret/>").toString("base64") };
  await patch([add("concurrent_max", 3), add("emergency_provider_info", file)]);
  const entries = await platform.database.kysely
    .selectFrom("journals")
    .select(["resource_name", "operation", "username", "reseller_id", "changes"])
    .where("resource_name", "=", "domainpreferences")
    .where("resource_id", "=", domain)
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(entries).toEqual([
    {
      resource_name: "domainpreferences",
      operation: "update",
      username: "administrator",
      reseller_id: 2,
      changes: {
        concurrent_max: { before: null, after: 3 },
        emergency_provider_info: { before: null, after: { content_type: "text/xml", data: "#blob" } },
      },
    },
  ]);
});
