import type { Kysely } from "kysely";
import { type SystemReport, type SystemTask, type SystemWarning, systemWarnings } from "../../core/systemAnswer.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { demonstrationLogins } from "../seed/demonstration.ts";
import type { PlatformSettings } from "../settings.ts";

const BACKUP_AGE_MS = 7 * 86_400_000;
/** Of the disk, below which it is nearly full. */
const LEAST_FREE = 0.1;

interface Watched {
  readonly db: Kysely<Tables>;
  readonly settings: Pick<PlatformSettings, "installation" | "publicUrl" | "clock">;
  /** Where the caller sees the panel. */
  readonly origin: URL;
  readonly tasks: readonly SystemTask[];
  readonly disk: SystemReport["disk"];
}

/** What an operator should see to, most urgent first. */
export async function warningsOf({ db, settings, origin, tasks, disk }: Watched): Promise<readonly SystemWarning[]> {
  const [open, demonstration, backup] = await Promise.all([
    demonstrationLogins({ kysely: db }),
    demonstrationAccounts(db),
    lastBackup(db),
  ]);
  const counts: Readonly<Record<SystemWarning["name"], number | boolean>> = {
    demonstrationPasswords: open.length,
    demonstrationAccounts: demonstration,
    noTls: isReadableOnItsWay(settings.publicUrl === null ? origin : new URL(settings.publicUrl)),
    diskNearlyFull: disk !== null && disk.free < disk.total * LEAST_FREE,
    noBackup: backup === undefined || new Date(backup).getTime() < settings.clock().getTime() - BACKUP_AGE_MS,
    taskFailed: tasks.filter(({ outcome }) => outcome === "failed").length,
    noMailServer: !settings.installation.hasMailServer,
  };
  return systemWarnings.flatMap((name) => {
    const count = counts[name];
    if (typeof count === "number") return count > 0 ? [{ name, count }] : [];
    return count ? [{ name }] : [];
  });
}

/** Passwords and records pass networks as they are; within one computer there is nobody to read them. */
function isReadableOnItsWay({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

async function demonstrationAccounts(db: Kysely<Tables>): Promise<number> {
  const { found } = await db
    .selectFrom("admins")
    .select(({ fn }) => fn.countAll<number | string>().as("found"))
    .where("is_active", "is", true)
    .where("email", "like", "%@platform.example")
    .executeTakeFirstOrThrow();
  return Number(found);
}

async function lastBackup(db: Kysely<Tables>): Promise<string | undefined> {
  const good = db.selectFrom("system_backups").select("at").where("outcome", "=", "success");
  return (await good.orderBy("at", "desc").limit(1).executeTakeFirst())?.at;
}
