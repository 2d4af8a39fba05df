import { createHash, generateKeyPair, type KeyObject, randomBytes, webcrypto } from "node:crypto";
import { promisify } from "node:util";

export type X509 = typeof import("@peculiar/x509");

let loading: Promise<X509> | undefined;

/** The library that writes certificates: 20 MB of memory, so it is loaded on demand. */
export function loadX509(): Promise<X509> {
  loading ??= load();
  return loading;
}

/**
 * Its dependency injection container refuses to load without the metadata functions of an older decorators proposal. It
 * reads constructor parameters while it loads, and no class of the library has any. So they return nothing, and only
 * while loading: nobody else should rely on them.
 */
async function load(): Promise<X509> {
  const lent = ["getMetadata", "getOwnMetadata"].filter((name) => !(name in Reflect));
  for (const name of lent) Object.defineProperty(Reflect, name, { value: () => undefined, configurable: true });
  try {
    const x509 = await import("@peculiar/x509");
    x509.cryptoProvider.set(crypto);
    return x509;
  } finally {
    for (const name of lent) Reflect.deleteProperty(Reflect, name);
  }
}

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

/** An unguessable serial number, hexadecimal: 126 random bits, positive and exactly 16 bytes long. */
export function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}

/** SHA-256 of a certificate's DER, hexadecimal, as its identity. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash("sha256").update(der).digest("hex");
}
