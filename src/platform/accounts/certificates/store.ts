import type { ExpressionBuilder, NotNull, Selectable } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { HookContext, ReadContext, Row } from "../../resourceHooks.ts";
import { journalAdmin } from "../managing.ts";
import type { ClientCertificate } from "./issue.ts";

/** A valid certificate, as stored. */
export type CurrentCertificate = Pick<Selectable<Tables["apicertificates"]>, "serial" | "created_at" | "not_after">;

/** The valid certificates of these administrators, by administrator; at most one each. */
export async function loadCurrentCertificates(
  { db, now }: Pick<ReadContext, "db" | "now">,
  adminIds: readonly number[],
): Promise<ReadonlyMap<number, CurrentCertificate>> {
  if (adminIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("apicertificates")
    .select(["admin_id", "serial", "created_at", "not_after"])
    .where("admin_id", "=", anyOf(adminIds))
    .where(isValidAt(now))
    .execute();
  return new Map(rows.map(({ admin_id, ...certificate }) => [admin_id, certificate]));
}

/** The owner of the certificate with this fingerprint; undefined unless we issued it and it is still valid. */
export async function findCertificateHolder(db: Db, fingerprint: string): Promise<Row<"admins"> | undefined> {
  return db
    .selectFrom("apicertificates")
    .where("fingerprint", "=", fingerprint)
    .where(isValidAt(new Date()))
    .innerJoin("admins", "admins.id", "apicertificates.admin_id")
    .selectAll("admins")
    .executeTakeFirst();
}

function isValidAt(now: Date) {
  return (certificate: ExpressionBuilder<Tables, "apicertificates">) =>
    certificate.and([certificate("revoked_at", "is", null), certificate("not_after", ">", now.toISOString())]);
}

export interface Revocation {
  readonly serial: string;
  readonly revoked_at: string;
}

/** Certificates revoked before they expired, oldest first. */
export async function loadRevocations(db: Db): Promise<readonly Revocation[]> {
  return db
    .selectFrom("apicertificates")
    .select(["serial", "revoked_at"])
    .where("revoked_at", "is not", null)
    .where("not_after", ">", new Date().toISOString())
    .$narrowType<{ revoked_at: NotNull }>()
    .orderBy("id")
    .execute();
}

/** Stores a new certificate as the administrator's only one. */
export async function replaceCertificate(
  context: HookContext,
  admin: Row<"admins">,
  certificate: ClientCertificate,
): Promise<void> {
  const before = await revoke(context, admin.id);
  const { serial, fingerprint, notAfter } = certificate;
  const issued = { admin_id: admin.id, serial, fingerprint, created_at: context.now, not_after: notAfter };
  await context.db.insertInto("apicertificates").values(issued).execute();
  await journalAdmin(context, admin, { api_certificate: { before, after: serial } });
}

/** Revokes the administrator's certificate; false when there is none. */
export async function revokeCertificate(context: HookContext, admin: Row<"admins">): Promise<boolean> {
  const serial = await revoke(context, admin.id);
  if (serial === null) return false;
  await journalAdmin(context, admin, { api_certificate: { before: serial, after: null } });
  return true;
}

async function revoke({ db, now }: HookContext, adminId: number): Promise<string | null> {
  const revoked = await db
    .updateTable("apicertificates")
    .set({ revoked_at: now })
    .where("admin_id", "=", adminId)
    .where(isValidAt(now))
    .returning("serial")
    .executeTakeFirst();
  return revoked?.serial ?? null;
}
