/** Warnings for an operator; `count`: the number of things concerned, if there are such. */
export const systemWarnings = [
  "demonstrationPasswords",
  "demonstrationAccounts",
  "noTls",
  "diskNearlyFull",
  "noBackup",
  "taskFailed",
  "noMailServer",
] as const;

export interface SystemWarning {
  readonly name: (typeof systemWarnings)[number];
  readonly count?: number;
}

/** A process that serves the panel. */
export interface SystemNode {
  readonly name: string;
  readonly version: string;
  /** RFC 3339. */
  readonly started: string;
  /** Whether it sent this answer. */
  readonly isThis: boolean;
}

/** A server that copies the database. */
export interface SystemReplica {
  readonly name: string;
  /** As PostgreSQL calls it: `streaming`. */
  readonly state: string;
  /** Seconds that it is behind; null: not known, as while nothing changes. */
  readonly lag: number | null;
}

export interface SystemTable {
  readonly name: string;
  /** As PostgreSQL estimates them; null before it has looked. */
  readonly rows: number | null;
  /** Bytes, indexes included. */
  readonly size: number;
}

export interface SystemTask {
  readonly name: string;
  readonly node: string;
  /** RFC 3339, as all times here. */
  readonly started: string;
  /** Milliseconds. */
  readonly took: number;
  readonly outcome: "success" | "failed";
  readonly succeeded: string | null;
}

export interface SystemBackup {
  readonly at: string;
  readonly kind: string;
  /** Bytes; null: there is none. */
  readonly size: number | null;
  readonly outcome: "success" | "failed";
}

/** `GET /api/system`: the state of the installation, for those who run it. */
export interface SystemReport {
  readonly version: string;
  readonly node: string;
  readonly started: string;
  readonly nodes: readonly SystemNode[];
  readonly database: {
    readonly engine: "pglite" | "postgres";
    readonly version: string;
    /** Bytes. */
    readonly size: number;
    readonly connections: { readonly used: number; readonly idle: number; readonly waiting: number };
    /** Null: this login may not see them, or there can be none. */
    readonly replicas: readonly SystemReplica[] | null;
  };
  /** Largest first. */
  readonly tables: readonly SystemTable[];
  readonly tasks: readonly SystemTask[];
  /** Newest first. */
  readonly backups: readonly SystemBackup[];
  /** Bytes of the disk with the data folder; null: there is none. */
  readonly disk: { readonly free: number; readonly total: number } | null;
  /** Most urgent first. */
  readonly warnings: readonly SystemWarning[];
}
