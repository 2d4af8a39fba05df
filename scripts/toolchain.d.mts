import type { SpawnSyncOptions } from "node:child_process";

/** The project root. */
export declare const root: string;
/** Runs a command in the project and shows its output; exits if it fails. */
export declare function run(command: string, args: readonly string[], options?: SpawnSyncOptions): void;
/** Installs dependencies if they are missing or differ from the lockfile. */
export declare function ensureInstalled(): void;
export declare function ensureGenerated(): void;
/** Builds panel and server if their sources changed since the last build. */
export declare function ensureBuilt(): void;
