import { X509Certificate } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { requestCertificate, serialOf, unpack } from "../../../testing/certificates.ts";
import { itemsOf, platformUntilEnd, type TestLogin } from "../../../testing/platform.ts";

const platform = await platformUntilEnd();
beforeEach(async () => {
  await platform.database.kysely.deleteFrom("apicertificates").execute();
});

const path = (id: number) => `/api/admincerts/${id}`;
const ids = { system: 1, master: 2, resellerTwo: 3, resellerThree: 4, reader: 5, intercept: 6, care: 7 } as const;

/** Status and error code of an attempt. */
async function attempt(as: TestLogin, method: "GET" | "POST" | "DELETE", url: string, body?: unknown) {
  const reply = await (await platform.as(as)).send(method, url, body);
  return reply.status < 300 ? [reply.status] : [reply.status, reply.body.key];
}

const create = (as: TestLogin, login: string) => attempt(as, "POST", "/api/admincerts/", { login });
const holderOf = (pem: string) => new X509Certificate(pem).toLegacyObject().subject.CN;

describe("creating", () => {
  it("returns an uncached zip file, named by the serial number", async () => {
    const reply = await (await platform.as("master")).send("POST", "/api/admincerts/", { login: "master" });
    const serial = serialOf(new X509Certificate(unpack(reply).certificate));
    expect(reply).toMatchObject({
      status: 201,
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename=api-certificate-${serial}.zip`,
        "cache-control": "no-store",
      },
    });
  });

  it.each([{}, { login: null }, undefined])("is for the caller where the body is %j", async (body) => {
    const reply = await (await platform.as("master")).send("POST", "/api/admincerts/", body);
    expect(holderOf(unpack(reply).certificate)).toBe("master");
  });

  it("is reported as a count, 0 or 1", async () => {
    const master = await platform.as("master");
    expect((await master.send("GET", path(2))).body).toMatchObject({ id: 2, has_certificate: 0, serial: null });
    const { certificate } = await requestCertificate(master, "master");
    const { body } = await master.send("GET", path(2));
    expect(body).toMatchObject({ has_certificate: 1, serial: serialOf(new X509Certificate(certificate)) });
    expect(Date.parse(String(body.not_after))).toBe(Date.parse(new X509Certificate(certificate).validTo));
    const list = itemsOf(await master.send("GET", "/api/admincerts/?rows=50"), "admincerts");
    expect(list.filter(({ has_certificate }) => has_certificate === 1).map(({ id }) => id)).toEqual([2]);
    expect(list.map(({ id }) => id)).not.toContain(ids.system);
  });

  it.each<[TestLogin, string, unknown[]]>([
    ["system", "intercept", [201]],
    ["master", "resellerTwo", [201]],
    ["master", "intercept", [422, "errors.validation_failed"]],
    ["resellerTwo", "care", [201]],
    ["resellerTwo", "resellerThree", [422, "errors.validation_failed"]],
    ["intercept", "intercept", [201]],
    ["intercept", "master", [422, "errors.validation_failed"]],
    ["care", "care", [403, "errors.forbidden"]],
    ["master", "nobody", [422, "errors.validation_failed"]],
    ["master", "a\0", [422, "errors.validation_failed"]],
    ["master", "", [422, "errors.validation_failed"]],
  ])("%s for %s", async (as, login, answer) => {
    expect(await create(as, login)).toEqual(answer);
  });

  it("is for the caller itself on read-only accounts, whoever is named", async () => {
    const { certificate } = await requestCertificate(await platform.as("reader"), "master");
    expect(holderOf(certificate)).toBe("reader");
    expect(await attempt("reader", "DELETE", path(ids.reader))).toEqual([403, "errors.read_only"]);
  });

  it("grants no rights that the issuer lacks", async () => {
    const { kysely } = platform.database;
    await kysely.updateTable("admins").set({ billing_data: false }).where("id", "=", ids.resellerTwo).execute();
    expect(await create("resellerTwo", "care")).toEqual([403, "errors.action_not_allowed"]);
    expect(await create("resellerTwo", "resellerTwo")).toEqual([201]);
    await kysely.updateTable("admins").set({ billing_data: true }).where("id", "=", ids.resellerTwo).execute();
  });

  it("leaves one valid certificate, even after concurrent requests", async () => {
    const master = await platform.as("master");
    await Promise.all([requestCertificate(master, "master"), requestCertificate(master, "master")]);
    const rows = await platform.database.kysely.selectFrom("apicertificates").select("revoked_at").execute();
    expect(rows.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
    expect(rows).toHaveLength(2);
  });
});

describe("revoking", () => {
  it.each<[TestLogin, TestLogin, unknown[]]>([
    ["master", "master", [204]],
    ["master", "resellerTwo", [204]],
    ["intercept", "intercept", [204]],
    ["resellerTwo", "care", [204]],
    ["resellerTwo", "resellerThree", [404, "errors.not_found"]],
    ["intercept", "master", [403, "errors.forbidden"]],
    ["care", "care", [403, "errors.forbidden"]],
  ])("%s of %s", async (as, of, answer) => {
    await requestCertificate(await platform.as("system"), of);
    expect(await attempt(as, "DELETE", path(ids[of]))).toEqual(answer);
    const { body } = await (await platform.as("system")).send("GET", path(ids[of]));
    expect(body.has_certificate).toBe(answer[0] === 204 ? 0 : 1);
  });

  it("is 404 where there is nothing to revoke", async () => {
    expect(await attempt("master", "DELETE", path(ids.master))).toEqual([404, "errors.not_found"]);
    expect(await attempt("master", "DELETE", path(4711))).toEqual([404, "errors.not_found"]);
  });

  it("comes with the end of the account", async () => {
    const system = await platform.as("system");
    const fresh = async (login: string) => {
      const values = { reseller_id: 1, login, role: "admin", password: "Quiet7Otter!x" };
      const { headers } = await system.send("POST", "/api/admins/", values);
      const { certificate } = await requestCertificate(system, login);
      return { url: String(headers.location), serial: serialOf(new X509Certificate(certificate)) };
    };
    const [off, gone] = [await fresh("switchedoff"), await fresh("deleted")];
    const patch = [{ op: "replace", path: "/is_active", value: false }];
    expect((await system.send("PATCH", off.url, patch)).status).toBe(204);
    expect((await system.send("DELETE", gone.url)).status).toBe(204);

    const rows = await platform.database.kysely
      .selectFrom("apicertificates")
      .select(["serial", "revoked_at"])
      .execute();
    const revoked = rows.filter(({ revoked_at }) => revoked_at !== null).map(({ serial }) => serial);
    expect(revoked.toSorted()).toEqual([off.serial, gone.serial].toSorted());
    expect(await create("system", "switchedoff")).toEqual([422, "errors.validation_failed"]);
  });
});

it("is written to the administrator's journal by serial number", async () => {
  const master = await platform.as("master");
  const entries = async () => {
    const { body } = await master.send("GET", "/api/admins/2/journal/?rows=100");
    return ((body._embedded as { "ngcp:journal": { changes: object }[] } | undefined)?.["ngcp:journal"] ?? []).map(
      ({ changes }) => changes,
    );
  };
  const before = (await entries()).length;
  const serial = serialOf(new X509Certificate((await requestCertificate(master, "master")).certificate));
  await master.send("DELETE", path(2));
  expect((await entries()).slice(before)).toEqual([
    { api_certificate: { before: null, after: serial } },
    { api_certificate: { before: serial, after: null } },
  ]);
});

describe("the older panel's form", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const press = async (as: TestLogin, id: number, button: string) =>
    (await platform.as(as)).send("POST", `/administrator/${id}/api_key`, `${button}=x&submitid=`, form);

  it("hands out the CA certificate to the owner, read-only accounts included", async () => {
    for (const as of ["master", "reader"] as const) {
      const reply = await press(as, ids[as], "ca.download");
      expect(reply).toMatchObject({
        status: 200,
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment; filename=api-ca.pem",
        },
      });
      expect(new X509Certificate(reply.text).ca).toBe(true);
    }
  });

  it("makes, verifies and revokes", async () => {
    expect(holderOf(unpack(await press("master", 2, "gen.generate")).certificate)).toBe("master");
    expect((await press("master", 2, "ca.verify")).status).toBe(204);
    expect((await press("master", 2, "del.delete")).status).toBe(204);
    expect((await press("master", 2, "del.delete")).status).toBe(404);
  });

  it("is for its owner only, and knows its buttons", async () => {
    expect((await press("system", 2, "ca.download")).status).toBe(403);
    expect((await press("care", ids.care, "ca.download")).status).toBe(403);
    expect((await press("master", 2, "ca.unknown")).status).toBe(400);
    expect((await platform.anonymous.send("POST", "/administrator/2/api_key", "ca.download=x", form)).status).toBe(401);
  });
});
