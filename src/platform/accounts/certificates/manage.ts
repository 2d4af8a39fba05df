import { strToU8, type Zippable, zipSync } from "fflate";
import { can } from "../../../core/access/access.ts";
import { certificates, mayCreateCertificate } from "../../../core/api/certificates.ts";
import type { Texts } from "../../../core/schema/texts.ts";
import { fieldError, notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { formatDate } from "../../../core/values/dateTime.ts";
import type { PlatformContext } from "../../records/context.ts";
import type { ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { byId, resourceExpressions, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { Actor, Row } from "../../resourceHooks.ts";
import { holdsAllFlagsOf, mayManage } from "../managing.ts";
import { type Authority, openAuthority } from "./authority.ts";
import { type ClientCertificate, type Holder, issueCertificate } from "./issue.ts";
import { replaceCertificate, revokeCertificate } from "./store.ts";

/** Unix permissions of an entry: unpacking must not expose the private key to other users. */
const modes = { open: 0o100644, own: 0o100600 } as const;

const names = {
  certificate: "client-certificate.pem",
  key: "client-key.pem",
  authority: "ca-certificate.pem",
} as const;

/** Packs what a program needs to log in with a certificate, with instructions from `texts`. */
function packCertificate(
  authority: Authority,
  holder: Holder,
  certificate: ClientCertificate,
  texts: Texts,
): Uint8Array {
  const readme = texts("certificates.readme", {
    ...names,
    login: holder.login,
    serial: certificate.serial,
    until: formatDate(certificate.notAfter, "UTC"),
  });
  return zipSync({
    [names.certificate]: entry(certificate.pem, modes.open),
    [names.key]: entry(certificate.privateKeyPem, modes.own),
    [names.authority]: entry(authority.pem, modes.open),
    "README.txt": entry(readme, modes.open),
  });
}

function entry(text: string, mode: number): Zippable[string] {
  return [strToU8(text), { os: 3, attrs: mode << 16 }];
}

export interface IssuedArchive {
  readonly archive: Uint8Array;
  readonly serial: string;
}

/**
 * Issues a certificate for the account with this login and revokes the previous one. 422 for a login the caller cannot
 * see.
 */
export async function createCertificate(
  context: PlatformContext,
  plan: ResourcePlan<"admins">,
  actor: Actor,
  login: string,
  texts: Texts,
): Promise<IssuedArchive> {
  // Read-only callers always get one for themselves.
  const ownerLogin = actor.admin.read_only ? actor.username : login;
  const hasLogin = resourceExpressions<"admins">()("table.login", "=", ownerLogin);
  const [admin] = await selectRows(context.db, plan, [...visibleTo(plan, actor), hasLogin]);
  if (!admin?.is_active) throw unknownLogin();
  assertMayCreate(actor, admin);
  const authority = await openAuthority(context.db);
  const holder = { id: admin.id, login: admin.login };
  const certificate = await issueCertificate(authority, holder);
  await context.inTransaction(actor, async (unit) => {
    // Locked, so that of two concurrent requests one certificate is revoked.
    const [row] = await selectRows(unit.db, plan, [byId(admin.id)], { lock: "noKeyUpdate" });
    if (!row?.is_active) throw unknownLogin();
    await replaceCertificate(unit, row, certificate);
  });
  return { archive: packCertificate(authority, holder, certificate, texts), serial: certificate.serial };
}

/** 403 for other accounts unless the caller is a master, 404 when there is none. */
export async function removeCertificate(
  context: PlatformContext,
  plan: ResourcePlan<"admins">,
  actor: Actor,
  id: number | undefined,
): Promise<void> {
  if (actor.admin.read_only) throw new PlatformError("read_only");
  if (!can(actor, certificates, "delete", { record: { id: id ?? -1 } })) throw new PlatformError("forbidden");
  await context.inTransaction(actor, async (unit) => {
    const admin = await context.findVisible(unit, plan.name, id ?? -1);
    if (admin.id !== actor.adminId) assertManages(actor, admin);
    if (!(await revokeCertificate(unit, admin))) throw notFound("admincerts", admin.id);
  });
}

function assertMayCreate(actor: Actor, admin: Row<"admins">): void {
  if (!mayCreateCertificate(actor, admin.id)) throw new PlatformError("forbidden");
  if (admin.id === actor.adminId) return;
  assertManages(actor, admin);
  // The issuer could act as the holder: that must not grant rights that the issuer lacks.
  if (!holdsAllFlagsOf(actor, admin)) throw new PlatformError("action_not_allowed");
}

function assertManages(actor: Actor, admin: Row<"admins">): void {
  if (!mayManage(actor, admin.role)) throw new PlatformError("action_not_allowed");
}

function unknownLogin(): PlatformError {
  return validationFailed([fieldError("/login", "reference", { resource: "admins" })]);
}
