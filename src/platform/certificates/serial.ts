import { randomBytes } from "node:crypto";

/** A serial number nobody can guess, hexadecimal: 126 random bits, positive and of the full length of 16 bytes. */
export function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}
