import type { Identifier } from "ra-core";
import { certificates } from "../../core/certificates.ts";
import { toFile } from "./files.ts";
import { send } from "./http.ts";
import { collectionPath, fromItem, itemPath } from "./rest.ts";

export interface CertificateState {
  readonly hasCertificate: boolean;
  /** Null where the platform does not tell, as the older ones do not. */
  readonly serial: string | null;
  /** RFC 3339. */
  readonly createdAt: string | null;
  readonly notAfter: string | null;
}

const { name } = certificates;
/** Milliseconds: keys are made meanwhile, by older platforms with a program of their own. */
const patience = 60_000;

/** Whether an administrator has an API certificate. Rejects with an HttpError, as all of these. */
export async function getCertificate(adminId: Identifier): Promise<CertificateState> {
  const record = fromItem(name, await send({ path: itemPath(name, adminId) }));
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    // A number on the wire.
    hasCertificate: Number(record.has_certificate) !== 0,
    serial: text(record.serial),
    createdAt: text(record.created_at),
    notAfter: text(record.not_after),
  };
}

/** A new certificate, which ends the one before: a zip file that holds the only copy of the private key. */
export async function createCertificate(login: string): Promise<File> {
  const answer = await send({
    method: "POST",
    path: collectionPath(name),
    body: { login },
    file: true,
    timeout: patience,
  });
  return toFile(answer, "ngcp-api-certificate.zip");
}

export async function revokeCertificate(adminId: Identifier): Promise<void> {
  await send({ method: "DELETE", path: itemPath(name, adminId) });
}

/** The certificate of the authority that signs them, as PEM. The older panel's form is the only way to it. */
export async function getAuthority(adminId: Identifier): Promise<File> {
  const body = new URLSearchParams({ "ca.download": "Download CA Cert", submitid: "" });
  const path = `/administrator/${encodeURIComponent(adminId)}/api_key`;
  return toFile(await send({ method: "POST", path, body, file: true }), "api-ca.pem");
}
