import type { Db } from "../../db/tables.ts";
import { openAuthority } from "./authority.ts";
import { loadRevocations, type Revocation } from "./store.ts";
import { loadX509, signingAlgorithm, toSigningKey } from "./x509.ts";

/** Lifetime of a list in milliseconds, for clients that can fetch no newer one. */
const lifetimeMs = 7 * 24 * 60 * 60_000;
/** Public endpoint: an unchanged list is signed again only this often. */
const renewAfterMs = 60 * 60_000;

const crlNumberId = "2.5.29.20";
/** The library writes another label, which OpenSSL does not know. */
const pemLabel = "X509 CRL";

/** The certificate revocation list as PEM, signed by the authority, in the format of web servers. */
export function buildRevocationList(db: Db): () => Promise<string> {
  let last: { readonly says: string; readonly madeAt: number; readonly pem: string } | undefined;
  return async () => {
    const authority = await openAuthority(db);
    const revoked = await loadRevocations(db);
    const says = JSON.stringify([authority.pem, revoked]);
    const now = Date.now();
    if (last?.says === says && now - last.madeAt < renewAfterMs) return last.pem;
    const key = await toSigningKey(authority.privateKey());
    last = { says, madeAt: now, pem: await makeList(authority.pem, key, revoked) };
    return last.pem;
  };
}

async function makeList(
  authorityPem: string,
  signingKey: Awaited<ReturnType<typeof toSigningKey>>,
  revoked: readonly Revocation[],
): Promise<string> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authorityPem);
  const now = Date.now();
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: new Date(now),
    nextUpdate: new Date(now + lifetimeMs),
    entries: revoked.map(({ serial, revoked_at }) => ({
      serialNumber: serial,
      revocationDate: new Date(revoked_at),
      // Without a reason the entry would have an empty list of extensions, which OpenSSL refuses.
      reason: x509.X509CrlReason.privilegeWithdrawn,
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      new x509.Extension(crlNumberId, false, numberOf(now)),
    ],
    signingKey,
    signingAlgorithm,
  });
  return `${x509.PemConverter.encode(list.rawData, pemLabel)}\n`;
}

/** CRL numbers must increase: the time in milliseconds, as a DER integer. */
function numberOf(time: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(8);
  bytes.set([0x02, 0x06]);
  bytes.writeUIntBE(time, 2, 6);
  return new Uint8Array(bytes);
}
