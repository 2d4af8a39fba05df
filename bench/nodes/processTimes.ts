import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Clock ticks of Linux per second, as `/proc` counts them. */
const TICKS = 100;

/** Seconds of processor time that a process has used with its threads, and with its children, ended ones included. */
export function secondsOf(pid: number, withChildren = false): number {
  const own = readStat(pid);
  if (!own) return 0;
  const [user, system, childrenUser, childrenSystem] = own.times;
  const ended = withChildren ? childrenUser + childrenSystem : 0;
  const running = withChildren ? childrenOf(pid).reduce((sum, child) => sum + secondsOf(child), 0) : 0;
  return (user + system + ended) / TICKS + running;
}

/** Seconds of processor time that all processes of the machine have used. */
export function secondsOfAll(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync("/proc/stat", "utf8")
    .replace(/^cpu +/, "")
    .split(/[ \n]/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS;
}

/** The process that has started this one. */
export function parentOf(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((one) => Number.isInteger(one) && parentOf(one) === pid);
}

interface Stat {
  readonly parent: number;
  /** User and system ticks of its own, then those of ended children. */
  readonly times: readonly [number, number, number, number];
}

/** Undefined for a process that has ended. */
function readStat(pid: number): Stat | undefined {
  try {
    // The name may have spaces, in brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11);
    return { parent, times: [user, system, childrenUser, childrenSystem] };
  } catch {
    return undefined;
  }
}

/** Of the scheduler's accounting, in microseconds: short, so that a limited process is held up often but briefly. */
const PERIOD = 10_000;

/**
 * Gives a process no more than this share of a core, by a control group (Linux, root). Returns what ends that; undefined
 * where groups cannot be made.
 */
export function limitTo(pid: number, share: number): (() => void) | undefined {
  const [root, settings] = isThere("/sys/fs/cgroup/cgroup.controllers")
    ? ["/sys/fs/cgroup", { "cpu.max": `${PERIOD * share} ${PERIOD}` }]
    : ["/sys/fs/cgroup/cpu", { "cpu.cfs_period_us": String(PERIOD), "cpu.cfs_quota_us": String(PERIOD * share) }];
  const group = join(root, `patchbay-bench-${pid}`);
  try {
    mkdirSync(group);
    for (const [name, value] of Object.entries(settings)) writeFileSync(join(group, name), value);
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  } catch {
    if (isThere(group)) rmdirSync(group);
    return undefined;
  }
  return () => {
    writeFileSync(join(root, "cgroup.procs"), String(pid));
    rmdirSync(group);
  };
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
