import type { SpawnSyncOptions } from "node:child_process";

/** The project root. */
export declare const root: string;
/** Prints how a command is called and ends, if that is what was asked. */
export declare function answerHelp(text: string): void;
/** Runs a command in the project and shows its output; exits if it fails. */
export declare function run(command: string, args: readonly string[], options?: SpawnSyncOptions): void;
/** File descriptor that an `ensure…` can be given for what it says, instead of standard output. */
export declare const standardError: number;
/** Installs dependencies if they are missing or differ from the lockfile. */
export declare function ensureInstalled(output?: number): void;
export declare function ensureGenerated(output?: number): void;
/** Builds panel and server if their sources changed since the last build. */
export declare function ensureBuilt(output?: number): void;
/** The folder of what takes long to make and can be made again. */
export declare const cache: string;
/** Hash of these files and of all below these folders but tests; what is not there is skipped. */
export declare function hashOf(paths: readonly string[]): string;
