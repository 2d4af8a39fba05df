import { createPrivateKey, X509Certificate } from "node:crypto";
import { connect, createServer, type TLSSocket } from "node:tls";
import { describe, expect, it } from "vitest";
import { requestCertificate, serialOf, type Unpacked } from "../../../testing/certificates.ts";
import { openTestPlatform, platformUntilEnd } from "../../../testing/platform.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");
const made = await requestCertificate(master, "master");
const certificate = new X509Certificate(made.certificate);

const revocationList = async () => (await platform.anonymous.send("GET", "/api/admincerts/crl")).text;

describe("a certificate", () => {
  it("is signed by a CA that is valid for ten years", () => {
    const authority = new X509Certificate(made.authority);
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(authority.subject).toMatch(/^O=Patchbay\nCN=API CA [0-9a-f]{8}$/);
    expect(yearsOf(authority)).toBeCloseTo(10, 1);
    expect(certificate.checkIssued(authority)).toBe(true);
    expect(certificate.verify(authority.publicKey)).toBe(true);
  });

  it("names its holder, is for clients, and is valid for a year", () => {
    expect(certificate.subject).toBe("CN=master\nUID=2");
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
    expect(yearsOf(certificate)).toBeCloseTo(1, 1);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
  });

  it("comes with its private key and instructions", () => {
    expect(certificate.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
    expect(made.readme).toContain(serialOf(certificate));
    expect(made.readme).toContain("curl --cert client-certificate.pem --key client-key.pem");
    expect(made.readme).not.toContain("%{");
  });

  it("has a unique positive serial number", async () => {
    const serials = new Set([serialOf(certificate)]);
    for (const login of ["reader", "care", "resellerTwo"]) {
      const { certificate: pem } = await requestCertificate(await platform.as("system"), login);
      serials.add(serialOf(new X509Certificate(pem)));
    }
    expect(serials.size).toBe(4);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9a-f]{31}$/);
  });

  it("takes a login verbatim, whatever its characters mean in distinguished names", async () => {
    const login = "#ab, +O=x";
    await platform.database.kysely
      .insertInto("admins")
      .values({ reseller_id: 1, login, role: "admin", password: "none", is_active: true })
      .execute();
    const { certificate: pem } = await requestCertificate(master, login);
    expect(new X509Certificate(pem).toLegacyObject().subject.CN).toBe(login);
  });

  it("leaves no private key behind", async () => {
    const rows = await platform.database.kysely.selectFrom("apicertificates").selectAll().execute();
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toContain("PRIVATE");
  });
});

describe("a server that asks for certificates", () => {
  it("admits its holders, and nobody else", async () => {
    expect(await handshake(made, { crl: await revocationList() })).toBe("master");
    const stranger = await openTestPlatform();
    const strange = await requestCertificate(await stranger.as("master"), "master");
    await stranger.close();
    expect(await handshake(made, { client: strange })).toMatch(/^UNABLE_TO_/);
  });

  it("rejects revoked ones, by the list", async () => {
    const before = await requestCertificate(master, "resellerThree");
    expect(await handshake(before, { crl: await revocationList() })).toBe("resellerThree");
    await requestCertificate(master, "resellerThree");
    expect(await handshake(before, { crl: await revocationList() })).toBe("CERT_REVOKED");
  });
});

function yearsOf({ validFrom, validTo }: X509Certificate): number {
  return (Date.parse(validTo) - Date.parse(validFrom)) / (365.25 * 86_400_000);
}

/** A real TLS handshake; returns the common name of the certificate, or why the server rejects it. */
async function handshake(own: Unpacked, { client = own, crl }: { client?: Unpacked; crl?: string }): Promise<string> {
  // The server's own certificate does not matter here.
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    ca: own.authority,
    requestCert: true,
    // Node would hang up silently; this way the server reports the reason.
    rejectUnauthorized: false,
    ...(crl === undefined ? {} : { crl }),
  });
  const result = new Promise<string>((resolve) => {
    server.once("secureConnection", (socket: TLSSocket) => {
      resolve(socket.authorized ? String(socket.getPeerCertificate().subject.CN) : String(socket.authorizationError));
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const socket = connect({
    port,
    host: "127.0.0.1",
    cert: client.certificate,
    key: client.key,
    rejectUnauthorized: false,
  });
  const answer = await result;
  socket.destroy();
  server.close();
  return answer;
}
