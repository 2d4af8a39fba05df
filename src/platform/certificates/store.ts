import { sql } from "kysely";
import type { Reading, Row, Work } from "../entityHooks.ts";
import type { ClientCertificate } from "./issue.ts";

type Db = Reading["db"];

/** A valid certificate, as stored. */
export interface CurrentCertificate {
  readonly serial: string;
  readonly created_at: Date;
  readonly not_after: Date;
}

/** The valid certificates of these administrators, by administrator; at most one each. */
export async function currentCertificates(
  { db, now }: Pick<Reading, "db" | "now">,
  adminIds: readonly number[],
): Promise<ReadonlyMap<number, CurrentCertificate>> {
  if (adminIds.length === 0) return new Map();
  const { rows } = await sql<CurrentCertificate & { admin_id: number }>`
    select admin_id, serial, created_at, not_after from apicertificates
    where admin_id in (${sql.join([...adminIds])}) and revoked_at is null and not_after > ${now}`.execute(db);
  return new Map(rows.map(({ admin_id, ...certificate }) => [admin_id, certificate]));
}

/** The owner of the certificate with this fingerprint; undefined unless we issued it and it is still valid. */
export async function holderOf(db: Db, fingerprint: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select admins.* from apicertificates
    join admins on admins.id = apicertificates.admin_id
    where fingerprint = ${fingerprint} and revoked_at is null and not_after > ${new Date()}`.execute(db);
  return rows[0];
}

export interface Revocation {
  readonly serial: string;
  readonly revoked_at: Date;
}

/** Certificates revoked before they expired, oldest first. */
export async function revocations(db: Db): Promise<readonly Revocation[]> {
  const { rows } = await sql<Revocation>`select serial, revoked_at from apicertificates
    where revoked_at is not null and not_after > ${new Date()} order by id`.execute(db);
  return rows;
}

/** Stores a new certificate as the administrator's only one. */
export async function replaceCertificate(work: Work, admin: Row, certificate: ClientCertificate): Promise<void> {
  const before = await revoke(work, admin.id);
  const { serial, fingerprint, notAfter } = certificate;
  await sql`insert into apicertificates (admin_id, serial, fingerprint, created_at, not_after)
    values (${admin.id}, ${serial}, ${fingerprint}, ${work.now}, ${notAfter})`.execute(work.db);
  await journal(work, admin, before, serial);
}

/** Revokes the administrator's certificate; false when there is none. */
export async function revokeCertificate(work: Work, admin: Row): Promise<boolean> {
  const serial = await revoke(work, admin.id);
  if (serial === null) return false;
  await journal(work, admin, serial, null);
  return true;
}

async function revoke({ db, now }: Work, adminId: number): Promise<string | null> {
  const { rows } = await sql<{ serial: string }>`update apicertificates set revoked_at = ${now}
    where admin_id = ${adminId} and revoked_at is null and not_after > ${now} returning serial`.execute(db);
  return rows[0]?.serial ?? null;
}

function journal(work: Work, admin: Row, before: string | null, after: string | null): Promise<void> {
  return work.journal({
    resource: "admins",
    id: admin.id,
    operation: "update",
    resellerId: Number(admin.reseller_id),
    changes: { api_certificate: { before, after } },
  });
}
