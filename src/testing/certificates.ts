import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import type { Client, Reply } from "./platform.ts";

/** For tests: the contents of a certificate archive. */
export interface Unpacked {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
  readonly readme: string;
}

export async function requestCertificate(client: Client, login: string): Promise<Unpacked> {
  const reply = await client.send("POST", "/api/admincerts/", { login });
  expect(reply.status, reply.text).toBe(201);
  return unpack(reply);
}

export function unpack({ bytes }: Pick<Reply, "bytes">): Unpacked {
  const files = unzipSync(bytes);
  expect(Object.keys(files).toSorted()).toEqual([
    "README.txt",
    "ca-certificate.pem",
    "client-certificate.pem",
    "client-key.pem",
  ]);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return {
    certificate: text("client-certificate.pem"),
    key: text("client-key.pem"),
    authority: text("ca-certificate.pem"),
    readme: text("README.txt"),
  };
}

/** The serial number of an unpacked certificate, as the platform writes it. */
export function serialOf(certificate: { readonly serialNumber: string }): string {
  return certificate.serialNumber.toLowerCase();
}
