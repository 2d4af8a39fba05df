import { generateKeyPair, type KeyObject, webcrypto } from "node:crypto";
import { promisify } from "node:util";

/** P-256 with SHA-256: supported by every TLS client, browser and library of the last decade. */
export const signingAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export interface Keys {
  /** DER, as a certificate holds it. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** PKCS #8. */
  readonly privateKeyPem: string;
  readonly signingKey: webcrypto.CryptoKey;
}

const generate = promisify(generateKeyPair);

export async function generateKeys(): Promise<Keys> {
  const pair = await generate("ec", { namedCurve: signingAlgorithm.namedCurve });
  return {
    publicKey: new Uint8Array(pair.publicKey.export({ type: "spki", format: "der" })),
    privateKeyPem: String(pair.privateKey.export({ type: "pkcs8", format: "pem" })),
    signingKey: await toSigningKey(pair.privateKey),
  };
}

/** The key as a signing key; throws for another type of key. */
export async function toSigningKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: "pkcs8", format: "der" });
  return webcrypto.subtle.importKey("pkcs8", der, signingAlgorithm, false, ["sign"]);
}
