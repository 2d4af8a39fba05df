import { generateKeyPairSync, webcrypto } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { requestCertificate } from "../../../testing/certificates.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { buildPlatform } from "../../app.ts";
import { loadX509 } from "./x509.ts";

const settings = () => platform.database.kysely;
const stored = async () =>
  String(
    (await settings().selectFrom("pb_settings").select("value").where("name", "=", "api_ca").executeTakeFirst())?.value,
  );
const store = (value: string) =>
  settings().updateTable("pb_settings").set({ value }).where("name", "=", "api_ca").execute();

beforeEach(() => store(sound));

async function attempt() {
  const { status, body } = await master.send("POST", "/api/admincerts/", { login: "master" });
  return [status, body.key];
}

async function verify(): Promise<number> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return (await master.send("POST", "/administrator/2/api_key", "ca.verify=x", form)).status;
}

/** A valid authority with another type of key, as somebody may put into the database. */
async function ed25519Authority(notAfter: Date): Promise<string> {
  const x509 = await loadX509();
  const keys = (await webcrypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Other",
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter,
    keys,
    signingAlgorithm: { name: "Ed25519" },
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return `${certificate.toString("pem")}\n-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
}

const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });

const platform = await platformUntilEnd();
const master = await platform.as("master");
await requestCertificate(master, "master");
const sound = await stored();

describe("the authority", () => {
  it("is created once, and is the same after a restart", async () => {
    const again = await buildPlatform({ database: platform.database, settings: { logLevel: "silent" } });
    const list = await again.inject({ url: "/api/admincerts/crl" });
    await again.close();
    expect(list.statusCode).toBe(200);
    expect(await stored()).toBe(sound);
  });

  it.each([
    ["has no certificate", () => sound.replace(/-----BEGIN CERT[^-]*-----[^-]*-----END CERT[^-]*-----/, "")],
    ["has a damaged certificate", () => sound.replace(/(CERTIFICATE-----\n.{60})..../, "$1AAAA")],
    ["has ended", () => ed25519Authority(new Date(Date.now() - 60_000))],
  ])("that %s cannot be verified", async (_, damaged) => {
    await store(await damaged());
    expect(await attempt()).toEqual([500, "errors.ca_verification_failed"]);
    expect(await verify()).toBe(500);
  });

  it.each([
    ["without key", () => sound.replace(/-----BEGIN PRIV[^-]*-----[^-]*-----END PRIV[^-]*-----/, "")],
    ["with a damaged key", () => sound.replace(/(PRIVATE KEY-----\n).{30}/, "$1")],
    ["with another's key", () => sound.replace(/-----BEGIN PRIV.*/s, String(otherKey))],
  ])("%s signs nothing, though its certificate is right", async (_, damaged) => {
    await store(damaged());
    expect(await attempt()).toEqual([500, "errors.certificate_unusable"]);
    expect(await verify()).toBe(204);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const download = await master.send("POST", "/administrator/2/api_key", "ca.download=x", form);
    expect(download.text).not.toContain("PRIVATE");
  });

  it("with another type of key issues no certificates", async () => {
    await store(await ed25519Authority(new Date(Date.now() + 86_400_000)));
    expect(await attempt()).toEqual([500, "errors.certificate_failed"]);
  });

  it("that fails keeps the existing certificate", async () => {
    await store("");
    await attempt();
    await store(sound);
    expect((await master.send("GET", "/api/admincerts/2")).body.has_certificate).toBe(1);
  });
});

it("removes the globals that its library needs to load", async () => {
  await loadX509();
  expect("getMetadata" in Reflect).toBe(false);
});
