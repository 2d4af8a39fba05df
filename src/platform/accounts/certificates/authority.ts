import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import { PlatformError } from "../../../core/validation/errors.ts";
import type { Db } from "../../db/tables.ts";
import { generateKeys, loadX509, randomSerial, signingAlgorithm } from "./x509.ts";

/** The platform's own certification authority, which signs only API certificates and their revocation lists. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly pem: string;
  /** Its private key; throws certificate_unusable when none matches the certificate. */
  privateKey(): KeyObject;
}

const settingName = "api_ca";
const lifetimeYears = 10;
/** Tolerates clients whose clock is slightly behind. */
export const clockSkewMs = 5 * 60_000;

/**
 * The authority, created on first use and stored in the database, so that every instance shares it
 * (docs/decisions/0010-api-certificates.md). Throws ca_verification_failed when its certificate is invalid.
 */
export async function openAuthority(db: Db): Promise<Authority> {
  const pemText = (await readStored(db)) ?? (await storeNewAuthority(db));
  const pem = pemBlock(pemText, "CERTIFICATE");
  const certificate = parseValidCertificate(pem);
  return { certificate, pem, privateKey: () => privateKeyOf(certificate, pemBlock(pemText, "PRIVATE KEY")) };
}

function parseValidCertificate(pem: string): X509Certificate {
  try {
    const certificate = new X509Certificate(pem);
    const now = Date.now();
    const isValid = Date.parse(certificate.validFrom) <= now && now < Date.parse(certificate.validTo);
    if (certificate.ca && isValid && certificate.verify(certificate.publicKey)) return certificate;
  } catch (cause) {
    throw new PlatformError("ca_verification_failed", {}, { cause });
  }
  throw new PlatformError("ca_verification_failed");
}

function privateKeyOf(certificate: X509Certificate, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (certificate.checkPrivateKey(key)) return key;
  } catch (cause) {
    throw new PlatformError("certificate_unusable", {}, { cause });
  }
  throw new PlatformError("certificate_unusable");
}

function pemBlock(text: string, label: string): string {
  return text.match(new RegExp(`-----BEGIN ${label}-----[^-]*-----END ${label}-----\\n?`))?.[0] ?? "";
}

async function readStored(db: Db): Promise<string | undefined> {
  const query = db.selectFrom("pb_settings").select("value").where("name", "=", settingName);
  return (await query.executeTakeFirst())?.value;
}

/** Two instances may race to create one; the first that is stored wins. */
async function storeNewAuthority(db: Db): Promise<string> {
  const newPem = await createAuthority();
  const insert = db.insertInto("pb_settings").values({ name: settingName, value: newPem });
  await insert.onConflict((conflict) => conflict.column("name").doNothing()).execute();
  return (await readStored(db)) ?? newPem;
}

/** Certificate and private key as PEM, one after the other. */
async function createAuthority(): Promise<string> {
  const x509 = await loadX509();
  const { publicKey, privateKeyPem, signingKey } = await generateKeys();
  // Distinguishes the authorities of several platforms.
  const name = new x509.Name([{ O: ["Patchbay"] }, { CN: [`API CA ${randomBytes(4).toString("hex")}`] }]);
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
  const now = new Date();
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + lifetimeYears);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: name,
    issuer: name,
    notBefore: new Date(now.getTime() - clockSkewMs),
    notAfter,
    publicKey,
    signingKey,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return `${certificate.toString("pem")}\n${privateKeyPem}`;
}
