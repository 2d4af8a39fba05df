import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { requestCertificate } from "../../../testing/certificates.ts";
import { openTestPlatform, platformUntilEnd } from "../../../testing/platform.ts";

const platform = await platformUntilEnd({ trustedProxies: ["127.0.0.1"] });
const system = await platform.as("system");
const pem = (await requestCertificate(system, "master")).certificate;

const forwarded = { "x-forwarded-for": "203.0.113.9" };

/** Status of a request that the proxy forwards with this certificate. */
async function show(
  certificate: string,
  { method = "GET", url = "/api/domains/", headers = forwarded as object } = {},
) {
  const all = { "x-ssl-client-cert": certificate, ...headers };
  return platform.anonymous.send(method as "GET", url, method === "GET" ? undefined : { domain: "x" }, all);
}

const escaped = (text: string) => encodeURIComponent(text);
const base64 = (text: string) => new X509Certificate(text).raw.toString("base64");

describe("a certificate that a trusted proxy forwards", () => {
  it.each([
    ["escaped, as nginx writes it", escaped],
    ["with blanks for breaks, as Apache writes it", (text: string) => text.trim().replaceAll("\n", " ")],
    ["as base64, as HAProxy writes it", base64],
  ])("logs in %s", async (_, written) => {
    expect((await show(written(pem))).status).toBe(200);
    expect((await show(written(pem), { url: "/api/admins/2" })).body).toMatchObject({ login: "master" });
  });

  it.each([
    ["a text that is none", "nonsense"],
    ["one that is not escaped right", "%E0%A4%A"],
    ["nothing", ""],
    ["the authority's own", "ca"],
    ["two in one header", "twice"],
  ])("is refused when it is %s", async (_, kind) => {
    const { authority } = await requestCertificate(system, "care");
    const header = { ca: escaped(authority), twice: `${base64(pem)}, ${base64(pem)}` }[kind] ?? kind;
    expect((await show(header)).status).toBe(401);
  });

  it("is refused when another authority signed it for the same name", async () => {
    const other = await openTestPlatform();
    const { certificate } = await requestCertificate(await other.as("master"), "master");
    await other.close();
    expect((await show(escaped(certificate))).status).toBe(401);
  });

  it("is accepted for the API only, not from browsers, and not together with a token", async () => {
    expect((await show(escaped(pem), { url: "/administrator/ajax" })).status).toBe(403);
    const browser = { ...forwarded, "sec-fetch-site": "cross-site" };
    expect((await show(escaped(pem), { headers: browser })).status).toBe(401);
    const token = { ...forwarded, authorization: "Bearer nonsense" };
    expect((await show(escaped(pem), { headers: token })).status).toBe(401);
  });

  it("grants no more than the role and a read-only flag allow", async () => {
    const { certificate } = await requestCertificate(system, "reader");
    const reply = await show(escaped(certificate), { method: "POST" });
    expect(reply.body).toMatchObject({ code: 403, key: "errors.read_only" });
    const reseller = await requestCertificate(system, "resellerTwo");
    expect((await show(escaped(reseller.certificate), { url: "/api/resellers/" })).status).toBe(403);
  });

  it("opens no session, even when its holder changes the password", async () => {
    const url = "/api/admins/3";
    const { certificate } = await requestCertificate(system, "resellerTwo");
    const headers = { "x-ssl-client-cert": escaped(certificate), ...forwarded };
    const patch = [{ op: "replace", path: "/password", value: "Other-horse9" }];
    const reply = await platform.anonymous.send("PATCH", url, patch, headers);
    expect(reply.status).toBe(204);
    expect(reply.headers).not.toHaveProperty("x-renewed-token");
    expect((await show(escaped(certificate))).status).toBe(200);
  });

  it("stops at once with the certificate, its expiry and its account", async () => {
    const { kysely } = platform.database;
    const old = await requestCertificate(system, "resellerThree");
    const fresh = await requestCertificate(system, "resellerThree");
    expect((await show(escaped(old.certificate))).status).toBe(401);
    expect((await show(escaped(fresh.certificate))).status).toBe(200);
    await kysely
      .updateTable("apicertificates")
      .set({ not_after: new Date(0) })
      .where("admin_id", "=", 4)
      .execute();
    expect((await show(escaped(fresh.certificate))).status).toBe(401);
    const last = await requestCertificate(system, "resellerThree");
    await kysely.updateTable("admins").set({ is_active: false }).where("id", "=", 4).execute();
    expect((await show(escaped(last.certificate))).status).toBe(403);
  });
});

it("only the proxy is trusted", async () => {
  expect((await show(escaped(pem), { headers: {} })).status).toBe(401);
  const open = await openTestPlatform();
  const { certificate } = await requestCertificate(await open.as("master"), "master");
  const headers = { "x-ssl-client-cert": escaped(certificate), ...forwarded };
  expect((await open.anonymous.send("GET", "/api/domains/", undefined, headers)).status).toBe(401);
  await open.close();
});
