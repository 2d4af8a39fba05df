import { randomBytes } from "node:crypto";

/** An unguessable serial number, hexadecimal: 126 random bits, positive and exactly 16 bytes long. */
export function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}
