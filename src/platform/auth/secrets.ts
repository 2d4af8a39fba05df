import { hash, verify } from "@node-rs/argon2";

/** Argon2id, the library's default algorithm, with the parameters OWASP recommends: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const hashed = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[\w+/]{22}\$[\w+/]{43}$/;

/** The hash of a secret. One that was copied as a hash stays as it is: no secret may be as long. */
export async function hashSecret(secret: string): Promise<string> {
  return hashed.test(secret) ? secret : hash(secret, options);
}

let decoy: Promise<string> | undefined;

/** Whether the secret belongs to the hash. Without a hash it is never right, but takes as long to say so. */
export async function verifySecret(stored: string | null, secret: string): Promise<boolean> {
  decoy ??= hashSecret("no account has this password");
  const isRight = await verify(stored ?? (await decoy), secret);
  return stored !== null && isRight;
}
