import { createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { logInAs, openAccessPlatform } from "../support/accessPlatform.ts";
import { accountOf } from "../support/accounts.ts";
import { Api } from "../support/api.ts";

/** Endpoints with different ways to read the token. */
const ENDPOINTS = ["/api/admins/?rows=1", "/api/domains/1", "/domain/ajax", "/api/", "/api/platforminfo"];

const accepted: string[] = [];

interface Claims {
  readonly [name: string]: unknown;
}

const platform = await openAccessPlatform();
const query = sql<{ value: string }>`select value from pb_settings where name = 'jwt_key'`;
const { rows } = await query.execute(platform.database.kysely);
const key = Buffer.from(String(rows[0]?.value), "base64url");

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const hmac = (text: string, secret: Buffer | string, hash = "sha256") =>
  createHmac(hash, secret).update(text).digest("base64url");

function signed(claims: Claims, secret: Buffer | string = key, header: object = { alg: "HS256", typ: "JWT" }): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${hmac(text, secret)}`;
}

async function tokenOf(role: string): Promise<{ readonly token: string; readonly claims: Claims }> {
  const { login: username, password } = accountOf(role);
  const { body } = await new Api(platform.app).request("POST", "/login_jwt", { username, password });
  const token = String(body?.jwt);
  return { token, claims: JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) };
}

/** Tries the tokens on alternating endpoints, in parallel batches. Collects those that are accepted or fail. */
async function tryAll(tokens: readonly string[], allowed: readonly number[] = [401]): Promise<void> {
  const size = 250;
  for (let at = 0; at < tokens.length; at += size) {
    await Promise.all(tokens.slice(at, at + size).map((token, index) => tryOne(token, at + index, allowed)));
  }
}

async function tryOne(token: string, index: number, allowed: readonly number[]): Promise<void> {
  if (index % (ENDPOINTS.length + 1) === ENDPOINTS.length) {
    const answer = await new Api(platform.app).request("POST", "/login_jwt", { jwt: token });
    if (![403, 422].includes(answer.status)) accepted.push(`login_jwt ${answer.status} ${token}`);
    return;
  }
  const url = ENDPOINTS[index % (ENDPOINTS.length + 1)] ?? "";
  const { statusCode } = await platform.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  if (!allowed.includes(statusCode)) accepted.push(`${url} ${statusCode} ${token}`);
}

function expectNoneAccepted(): void {
  expect(accepted.splice(0)).toEqual([]);
}

it("accepts issued tokens and others signed with the same key, as a control", async () => {
  const { token, claims } = await tokenOf("superuserMaster");
  for (const good of [token, signed(claims)]) {
    for (const url of ENDPOINTS) {
      const { statusCode } = await platform.app.inject({ url, headers: { authorization: `Bearer ${good}` } });
      expect([200, 404], url).toContain(statusCode);
    }
    expect((await new Api(platform.app).request("POST", "/login_jwt", { jwt: good })).status).toBe(200);
  }
});

it("rejects tokens with any character changed, added or removed", async () => {
  const { token } = await tokenOf("superuserMaster");
  const at = fc.nat({ max: token.length - 1 });
  const character = fc.constantFrom(
    ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é☎%".split(""),
  );
  // The last character of a signature has two unused bits, which decoders ignore.
  const isOther = (text: string) => text.trim() !== token && !isSame(text, token);
  const mutated = fc
    .oneof(
      fc.tuple(at, character).map(([place, letter]) => token.slice(0, place) + letter + token.slice(place + 1)),
      fc.tuple(at, character).map(([place, letter]) => token.slice(0, place) + letter + token.slice(place)),
      fc
        .tuple(at, fc.integer({ min: 1, max: 60 }))
        .map(([place, count]) => token.slice(0, place) + token.slice(place + count)),
      at.map((place) => token.slice(0, place)),
      at.map((place) => token.slice(place + 1)),
      fc.string().map((text) => `${token}.${text}`),
      fc.string({ maxLength: 200 }),
    )
    .filter(isOther);
  await tryAll(fc.sample(mutated, { numRuns: 2_500, seed: 20 }).map(inHeader));
  expectNoneAccepted();
});

it("rejects other algorithms, keys, times, subjects and formats", async () => {
  const { claims, token } = await tokenOf("superuserMaster");
  const reseller = (await tokenOf("reseller")).claims;
  const [head = "", body = "", signature = ""] = token.split(".");
  const now = Math.floor(Date.now() / 1000);
  const forged: string[] = [];
  for (const alg of ["none", "None", "NONE", "nOnE", "", null, "HS384", "HS512", "RS256", "ES256", "EdDSA", "hs256"]) {
    const header = encode({ alg, typ: "JWT" });
    const text = `${header}.${body}`;
    for (const end of ["", signature, hmac(text, key), hmac(text, key, "sha512"), hmac(text, ""), "AA"])
      forged.push(`${text}.${end}`);
  }
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rs = `${encode({ alg: "RS256", typ: "JWT" })}.${body}`;
  forged.push(`${rs}.${sign("sha256", Buffer.from(rs), pair.privateKey).toString("base64url")}`);
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  forged.push(
    signed(claims, publicKey),
    signed(claims, publicKey, { alg: "HS256", jwk: pair.publicKey.export({ format: "jwk" }) }),
  );
  for (const header of [
    { kid: "../../dev/null" },
    { kid: "' or 1=1 --" },
    { jku: "http://localhost/" },
    { crit: ["exp"] },
  ]) {
    forged.push(signed(claims, "", { alg: "HS256", ...header }));
  }
  for (const secret of ["", "secret", "changeme", key.toString("base64url"), key.subarray(1), key.subarray(0, -1)]) {
    forged.push(signed(claims, secret));
  }
  for (let count = 0; count < 50; count++) forged.push(signed(claims, randomBytes(32)));
  // Right key, wrong claims: expired, not yet valid, sessions of others, invalid ids.
  for (let age = 0; age < 20; age++) forged.push(signed({ ...claims, exp: now - 1 - age * 61 }));
  for (const nbf of [now + 60, now + 86_400]) forged.push(signed({ ...claims, nbf }));
  for (const exp of ["soon", null, {}, [], "9999999999"]) forged.push(signed({ ...claims, exp }));
  forged.push(signed({ ...claims, sid: reseller.sid }), signed({ ...reseller, sid: claims.sid }));
  forged.push(signed({ ...reseller, id: claims.id }), signed({ ...claims, id: reseller.id }));
  const wrong = [
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    null,
    true,
    "1",
    `${claims.id}`,
    [claims.id],
    { id: claims.id },
    "1 or 1=1",
  ];
  for (const value of wrong) forged.push(signed({ ...claims, id: value }), signed({ ...claims, sid: value }));
  for (let id = 1; id <= 40; id++)
    forged.push(signed({ ...claims, sid: 100_000 + id }), signed({ ...claims, id: 100_000 + id }));
  const { sid, ...withoutSession } = claims;
  forged.push(signed(withoutSession), signed({ sid }), signed({}));
  for (const [a, b] of [[token, signed(reseller)]]) {
    const [otherHead = "", otherBody = "", otherSignature = ""] = (b ?? "").split(".");
    forged.push(`${head}.${otherBody}.${signature}`, `${otherHead}.${body}.${otherSignature}`);
    forged.push(`${a}.${b}`, `${a},${b}x`, `.${a}`, `${a}.`, `..${a}`, `${a}..`, a?.replaceAll(".", "..") ?? "");
  }
  for (const text of ["[]", "null", '"x"', "7", "{", "", '{"id":1,"id":2}']) {
    const part = Buffer.from(text).toString("base64url");
    forged.push(`${head}.${part}.${hmac(`${head}.${part}`, key)}`, `${part}.${body}.${hmac(`${part}.${body}`, key)}`);
  }
  for (const length of [1_000, 8_000, 100_000])
    forged.push("A".repeat(length), `${head}.${"A".repeat(length)}.${signature}`);
  await tryAll(forged.map(inHeader));
  expectNoneAccepted();
});

it("rejects a valid token once its session has ended, its password has changed or its account is deleted or disabled", async () => {
  const { database, owner, memberOf } = platform;
  const ended = await tokenOf("resellerMaster");
  await owner.request("DELETE", `/api/adminsessions/${ended.claims.sid}`);
  const left = await tokenOf("ccare");
  await new Api(platform.app, left.token).request("GET", "/ajax_logout");
  const changed = await logInAs(platform.app, "reseller");
  const before = await tokenOf("reseller");
  const patch = [{ op: "replace", path: "/password", value: "An0ther-password" }];
  expect((await changed.api.patch("admins", changed.id, patch)).status).toBe(204);
  const renamed = await tokenOf("superuser");
  const demoted = [{ op: "replace", path: "/read_only", value: true }];
  expect((await owner.patch("admins", memberOf("superuser").id, demoted)).status).toBe(204);
  const removed = await tokenOf("ccareSuperuser");
  expect((await owner.request("DELETE", `/api/admins/${memberOf("ccareSuperuser").id}`)).status).toBe(204);
  const dead = [ended, left, before, renamed, removed].map(({ token }) => token);
  await tryAll(repeated(dead, 60));
  expectNoneAccepted();

  const off = await tokenOf("ccareReadOnly");
  await sql`update admins set is_active = false where id = ${memberOf("ccareReadOnly").id}`.execute(database.kysely);
  await tryAll(repeated([off.token], 12), [403]);
  expectNoneAccepted();
});

/** Headers are limited to single-byte characters, bodies are not. */
function inHeader(token: string): string {
  return token.replaceAll(/[^\x20-\x7e\x80-\xff]/g, "ÿ");
}

function repeated(tokens: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => tokens[index % tokens.length] ?? "");
}

/** Whether two tokens decode to the same bytes. */
function isSame(a: string, b: string): boolean {
  const parts = (token: string) => token.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(a) && parts(a).join() === parts(b).join();
}
