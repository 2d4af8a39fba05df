import { X509Certificate } from "node:crypto";
import { PlatformError } from "../../../core/validation/errors.ts";
import { type Authority, clockSkewMs } from "./authority.ts";
import { fingerprintOf, generateKeys, loadX509, randomSerial, signingAlgorithm, toSigningKey } from "./x509.ts";

export interface Holder {
  readonly id: number;
  readonly login: string;
}

export interface ClientCertificate {
  readonly pem: string;
  /** Given to its owner, never stored. */
  readonly privateKeyPem: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly fingerprint: string;
  readonly notAfter: Date;
}

const userId = "0.9.2342.19200300.100.1.1";

/** Issues a certificate for a new key pair, valid for a year; throws certificate_failed on errors. */
export async function issueCertificate(authority: Authority, holder: Holder): Promise<ClientCertificate> {
  const authorityKey = authority.privateKey();
  try {
    const { publicKey, privateKeyPem } = await generateKeys();
    const signed = await sign(authority, { holder, publicKey, key: await toSigningKey(authorityKey) });
    if (!signed.certificate.verify(authority.certificate.publicKey)) throw new Error("the signature does not match");
    return { ...signed, privateKeyPem, fingerprint: fingerprintOf(signed.certificate.raw) };
  } catch (cause) {
    throw new PlatformError("certificate_failed", {}, { cause });
  }
}

interface SigningOptions {
  readonly holder: Holder;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly key: Awaited<ReturnType<typeof toSigningKey>>;
}

async function sign(authority: Authority, { holder, publicKey, key }: SigningOptions) {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.pem);
  const serial = randomSerial();
  const now = new Date();
  const notAfter = expiryOf(now, issuer.notAfter);
  const signed = await x509.X509CertificateGenerator.create({
    serialNumber: serial,
    // Typed, because a login may begin with a character that is syntax in the text form of names.
    subject: new x509.Name([{ CN: [{ utf8String: holder.login }] }, { [userId]: [{ utf8String: String(holder.id) }] }]),
    issuer: issuer.subjectName,
    notBefore: new Date(now.getTime() - clockSkewMs),
    notAfter,
    publicKey,
    signingKey: key,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  const pem = `${signed.toString("pem")}\n`;
  return { pem, certificate: new X509Certificate(pem), serial, notAfter };
}

/**
 * Returns the end of validity: a year later, in whole seconds as certificates store times, but never later than the
 * authority's own.
 */
function expiryOf(now: Date, latest: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + 1);
  end.setUTCMilliseconds(0);
  return end < latest ? end : latest;
}
