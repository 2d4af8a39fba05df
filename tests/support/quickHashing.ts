import { vi } from "vitest";

/** Argon2 with little to do: thousands of records with passwords are made, and each would take 20 ms of a core. */
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  const hash: typeof argon2.hash = (secret, options) =>
    argon2.hash(secret, { ...options, memoryCost: 64, timeCost: 1 });
  return { ...argon2, hash };
});
