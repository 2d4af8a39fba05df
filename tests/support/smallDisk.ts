import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const megabyte = 1024 * 1024;

/** A disk of a few megabytes. */
export interface SmallDisk {
  /** Its folder, as this process sees it, and as the programs on it do. */
  readonly seen: string;
  readonly folder: string;
  /** What a program has to be started by to see it. */
  readonly within: readonly string[];
  /** Free bytes. */
  free(): number;
  /** Fills it with something else, until so many bytes are free. */
  leave(bytes: number): void;
  /** Removes what filled it. */
  clear(): void;
  remove(): Promise<void>;
}

/**
 * Mounts one: as root as it is, for anybody else in a namespace of its own, where Linux permits that. Rejects where
 * neither works.
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-disk-"));
  const mount = ["mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder] as const;
  const own = spawnSync(mount[0], mount.slice(1)).status === 0;
  const place = own
    ? { seen: folder, within: [], unmount: async () => void spawnSync("umount", [folder]) }
    : await inNamespace(mount, folder);
  const ballast = join(place.seen, "ballast");
  const free = () => {
    const { bavail, bsize } = statfsSync(place.seen);
    return bavail * bsize;
  };
  return {
    folder,
    seen: place.seen,
    within: place.within,
    free,
    leave(bytes) {
      for (let excess = free() - bytes; excess > 0; excess = free() - bytes) {
        appendFileSync(ballast, Buffer.alloc(Math.min(excess, megabyte), 1));
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    async remove() {
      await place.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process that holds the namespace until its input ends. */
async function inNamespace(mount: readonly string[], folder: string) {
  const holder = spawn(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", '"$@" && echo mounted && exec cat', "sh", ...mount],
    {
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  const ended = once(holder, "exit");
  const isMounted = await Promise.race([once(holder.stdout, "data").then(() => true), ended.then(() => false)]);
  if (!isMounted) throw new Error("a small disk cannot be mounted, neither as root nor in a namespace of one's own");
  return {
    seen: `/proc/${holder.pid}/root${folder}`,
    within: ["nsenter", "--target", String(holder.pid), "--user", "--mount", "--preserve-credentials"],
    unmount: async () => {
      holder.stdin.end();
      await ended;
    },
  };
}
