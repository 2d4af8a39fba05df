import { createHash } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** Argon2id, the library's default algorithm, with the parameters OWASP recommends: 19 MiB, two passes. */
let options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Makes hashing a hundred times cheaper, for tests and verify: they store thousands of passwords that protect nothing. */
export function hashCheaply(): void {
  options = { memoryCost: 64, timeCost: 1, parallelism: 1 };
}

const hashed = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[\w+/]{22}\$[\w+/]{43}$/;

/** Hashes a secret. A copied hash stays as it is: no secret may be as long. */
export async function hashSecret(secret: string): Promise<string> {
  return hashed.test(secret) ? secret : hash(secret, options);
}

/** Hashes a token as random as a key, for which a fast hash is as safe as a slow one. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

let decoy: Promise<string> | undefined;

/** Whether the secret matches the hash. Without a hash it never does, but takes as long. */
export async function verifySecret(storedHash: string | null, secret: string): Promise<boolean> {
  decoy ??= hashSecret("no account has this password");
  const isRight = await verify(storedHash ?? (await decoy), secret);
  return storedHash !== null && isRight;
}
