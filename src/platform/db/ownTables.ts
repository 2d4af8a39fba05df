import type { BulkJobAction, BulkJobState } from "../../core/api/jobs.ts";
import type { Json, TableDescriptor } from "../../core/schema/descriptor.ts";
import type { ErrorBody } from "../../core/validation/errors.ts";
import type { TableOf } from "./columnTypes.ts";

/** The journal of all changes: append-only, written with every change. */
export const journalTable = {
  name: "journals",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    // A text id: resource_id is 0 then.
    { name: "resource_key", type: "text", notNull: false },
    { name: "operation", type: "text", notNull: true },
    { name: "timestamp", type: "timestamptz", notNull: true },
    { name: "user_id", type: "integer", notNull: true },
    { name: "username", type: "text", notNull: true },
    { name: "reseller_id", type: "integer", notNull: false },
    // Field -> { before, after }.
    { name: "changes", type: "jsonb", notNull: true },
    // Entries of one transaction have the same.
    { name: "unit", type: "text", notNull: false },
    // The run of several requests that the client named.
    { name: "run", type: "text", notNull: false },
    // The entry whose values this one put back.
    { name: "restored_id", type: "integer", notNull: false },
    // The snapshot that restores a deleted record: see records/unitOfWork/journal.ts.
    { name: "kept", type: "jsonb", notNull: false },
    // Place in the chain and hash, once sealed: see records/journal/chain.ts.
    { name: "link", type: "integer", notNull: false },
    { name: "hash", type: "text", notNull: false },
  ],
  indexes: [
    { name: "pb_journals_resource", columns: ["resource_name", "resource_id", "id"], unique: false },
    { name: "pb_journals_reseller", columns: ["reseller_id", "id"], unique: false },
    { name: "pb_journals_user", columns: ["username", "id"], unique: false },
    { name: "pb_journals_unit", columns: ["unit", "id"], unique: false },
    { name: "pb_journals_run", columns: ["run", "id"], unique: false, where: { run: "not null" } },
    { name: "pb_journals_ended", columns: ["resource_name", "id"], unique: false, where: { kept: "not null" } },
    { name: "pb_journals_timestamp", columns: ["timestamp", "id"], unique: false },
    { name: "pb_journals_unsealed", columns: ["id"], unique: false, where: { link: null } },
    // The lock under which entries are sealed keeps links unique: an index of a partitioned table could only be unique
    // within a month.
    { name: "pb_journals_link", columns: ["link"], unique: false, where: { link: "not null" } },
  ],
  partitionBy: "timestamp",
} as const;

/** The remains of entries that were dropped after their time: without them their absence would look like a removal. */
const gapTable = {
  name: "journalgaps",
  columns: [
    // Places in the chain, both included.
    { name: "first_link", type: "integer", notNull: true },
    { name: "last_link", type: "integer", notNull: true },
    // That of the last entry, which the next one follows.
    { name: "hash", type: "text", notNull: true },
  ],
  indexes: [{ name: "pb_journalgaps_first_link", columns: ["first_link"], unique: true }],
} as const;

/**
 * Failed logins and the bans they led to: a row for each user name and address, and one for each address over all
 * names, with an empty name, which nobody has.
 */
const loginAttemptTable = {
  name: "loginattempts",
  columns: [
    { name: "username", type: "text", notNull: true },
    { name: "ip", type: "text", notNull: true },
    { name: "failures", type: "integer", notNull: true },
    // Number of earlier bans: each further one is longer.
    { name: "stage", type: "integer", notNull: true },
    { name: "counting_since", type: "timestamptz", notNull: true },
    { name: "last_failure_at", type: "timestamptz", notNull: true },
    { name: "banned_until", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_loginattempts_ip_username_unique", columns: ["ip", "username"], unique: true },
    { name: "pb_loginattempts_last_failure_at", columns: ["last_failure_at"], unique: false },
    { name: "pb_loginattempts_banned_until", columns: ["banned_until"], unique: false },
  ],
} as const;

/** Values of all kinds of owners: one row per preference set. */
const preferenceTable = {
  name: "preferences",
  columns: [
    { name: "owner_kind", type: "text", notNull: true },
    { name: "owner_id", type: "integer", notNull: true },
    { name: "attribute", type: "text", notNull: true },
    // The value, a list of values, or a file; null when `target_id` has it.
    { name: "value", type: "jsonb", notNull: false },
    // The referenced record, by id because it may be renamed.
    { name: "target_id", type: "integer", notNull: false },
  ],
  indexes: [
    { name: "pb_preferences_unique", columns: ["owner_kind", "owner_id", "attribute"], unique: true },
    { name: "pb_preferences_target", columns: ["target_id", "attribute"], unique: false },
  ],
} as const;

/**
 * Every API certificate issued. Rows outlive their administrator: the revocation list names them until they would have
 * expired. Private keys are never stored.
 */
const certificateTable = {
  name: "apicertificates",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "serial", type: "text", notNull: true },
    { name: "fingerprint", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
    { name: "not_after", type: "timestamptz", notNull: true },
    // Null: not revoked.
    { name: "revoked_at", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_apicertificates_fingerprint", columns: ["fingerprint"], unique: true },
    { name: "pb_apicertificates_admin", columns: ["admin_id"], unique: false },
  ],
} as const;

/** Personal records of users of the panel: favourite pages, saved views, dismissed hints. */
export const serviceTable = {
  name: "panel_items",
  columns: [
    { name: "collection", type: "text", notNull: true },
    // Set by ownerOf.
    { name: "owner", type: "text", notNull: true },
    { name: "data", type: "jsonb", notNull: true },
  ],
  indexes: [{ name: "pb_panel_items_owner", columns: ["owner", "collection", "id"], unique: false }],
} as const;

/** Contents of records' files, outside their rows so that no list reads them. */
const fileTable = {
  name: "recordfiles",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    { name: "field", type: "text", notNull: true },
    { name: "media_type", type: "text", notNull: true },
    // Original file name.
    { name: "file_name", type: "text", notNull: false },
    { name: "content", type: "bytea", notNull: true },
    // The account that has sent it; null: the platform made it.
    { name: "stored_by", type: "integer", notNull: false },
  ],
  indexes: [
    { name: "pb_recordfiles_field", columns: ["resource_name", "resource_id", "field"], unique: true },
    { name: "pb_recordfiles_stored_by", columns: ["stored_by"], unique: false, where: { stored_by: "not null" } },
  ],
} as const;

const formerPasswords = {
  name: "adminpasswords",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "password", type: "text", notNull: true },
    { name: "replaced_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_adminpasswords_admin", columns: ["admin_id", "id"], unique: false }],
} as const;

const passwordResets = {
  name: "passwordresets",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    // Hashed, so that read access to the database is not enough to use it.
    { name: "token_hash", type: "text", notNull: true },
    { name: "ip", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_passwordresets_admin", columns: ["admin_id"], unique: true },
    { name: "pb_passwordresets_token", columns: ["token_hash"], unique: true },
  ],
} as const;

/** Tokens that log an administrator in instead of name and password, until they expire. */
const loginTokenTable = {
  name: "logintokens",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    // Hashed, so that read access to the database is not enough to use it.
    { name: "token_hash", type: "text", notNull: true },
    { name: "is_onetime", type: "boolean", notNull: true },
    { name: "expires_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_logintokens_admin", columns: ["admin_id"], unique: false },
    { name: "pb_logintokens_token", columns: ["token_hash"], unique: true },
  ],
} as const;

/** Fraud events that somebody has been notified of. */
const fraudNoticeTable = {
  name: "fraudnotices",
  columns: [
    { name: "customer_id", type: "integer", notNull: true },
    { name: "period", type: "text", notNull: true },
    // The day, or the first of the month.
    { name: "first", type: "text", notNull: true },
    { name: "status", type: "text", notNull: true },
    { name: "notified_at", type: "timestamptz", notNull: false },
  ],
  indexes: [{ name: "pb_fraudnotices_event", columns: ["customer_id", "period", "first"], unique: true }],
} as const;

const text = { type: "text", notNull: true, default: "''" } as const;

/**
 * SIP messages as Kamailio's siptrace module writes them, with its names: one row for each traced user of a message.
 * The platform only reads them.
 */
const captureTable = {
  name: "sip_trace",
  columns: [
    // To the second; the microseconds are in the next column.
    { name: "time_stamp", type: "timestamptz", notNull: true },
    { name: "time_us", type: "integer", notNull: true, default: "0" },
    { name: "callid", ...text },
    // A subscriber's UUID, or `user@domain`, also as a SIP URI; empty: nobody's, which only the platform's own see.
    { name: "traced_user", ...text },
    { name: "msg", ...text },
    // Also of responses: that of their request.
    { name: "method", ...text },
    // For responses only.
    { name: "status", ...text },
    // `udp:192.0.2.1:5060`.
    { name: "fromip", ...text },
    { name: "toip", ...text },
    { name: "fromtag", ...text },
    { name: "totag", ...text },
    { name: "direction", ...text },
  ],
  indexes: [
    { name: "pb_sip_trace_callid", columns: ["callid"], unique: false },
    { name: "pb_sip_trace_time_stamp", columns: ["time_stamp"], unique: false },
    { name: "pb_sip_trace_traced_user", columns: ["traced_user"], unique: false },
  ],
} as const;

/** Streamed files: those of records, and those that are still arriving. */
const uploadTable = {
  name: "uploads",
  columns: [
    // A UUID, by which requests and records name it.
    { name: "key", type: "text", notNull: true },
    { name: "resource_name", type: "text", notNull: true },
    { name: "field", type: "text", notNull: true },
    // The record that has the file; null: none yet.
    { name: "resource_id", type: "integer", notNull: false },
    // The sender; null once a record has the file.
    { name: "admin_id", type: "integer", notNull: false },
    // The sender, also once a record has the file.
    { name: "stored_by", type: "integer", notNull: false },
    // Table with its contents; null: those of all.
    { name: "chunks", type: "text", notNull: false },
    { name: "file_name", type: "text", notNull: false },
    // In bytes; null if only the end of the upload shows it.
    { name: "size", type: "bigint", notNull: false },
    // Bytes that have arrived.
    { name: "received", type: "bigint", notNull: true },
    // The time of the last of them.
    { name: "changed_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_uploads_key", columns: ["key"], unique: true },
    { name: "pb_uploads_record", columns: ["resource_name", "resource_id", "field"], unique: true },
    { name: "pb_uploads_admin", columns: ["admin_id"], unique: false },
  ],
} as const;

/**
 * Their contents, in rows of the same size except for the last: no statement holds more than one. New uploads have a
 * table each, made like this one: dropping it gives its room back to the disk at once, while deleted rows would only
 * make room for others, and would first be written to the log.
 */
const uploadChunkTable = {
  name: "uploadchunks",
  columns: [
    { name: "upload_id", type: "integer", notNull: true },
    // From 0.
    { name: "number", type: "integer", notNull: true },
    { name: "content", type: "bytea", notNull: true },
  ],
  indexes: [{ name: "pb_uploadchunks_number", columns: ["upload_id", "number"], unique: true }],
} as const;

/** The last number of each reseller: its row is locked until the invoice is stored, so that no number is left out. */
const counterTable = {
  name: "invoicecounters",
  columns: [
    { name: "reseller_id", type: "integer", notNull: true },
    { name: "last", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_invoicecounters_reseller", columns: ["reseller_id"], unique: true }],
} as const;

/** The sources of invoices, compressed: part 0 is the document with its template, the others are calls. */
const sourceTable = {
  name: "invoicesources",
  columns: [
    { name: "invoice_id", type: "integer", notNull: true },
    { name: "part", type: "integer", notNull: true },
    { name: "content", type: "bytea", notNull: true },
  ],
  indexes: [{ name: "pb_invoicesources_part", columns: ["invoice_id", "part"], unique: true }],
} as const;

/** Each run of a template, by a form or a file. */
const runTable = {
  name: "provisioningruns",
  columns: [
    { name: "template_id", type: "integer", notNull: true },
    // The owner of the created records; empty until it is known.
    { name: "reseller_id", type: "integer", notNull: false },
    { name: "source", type: "text", notNull: true },
    { name: "username", type: "text", notNull: true },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "created", type: "integer", notNull: true },
    { name: "failed", type: "integer", notNull: true },
    { name: "is_complete", type: "boolean", notNull: true },
    { name: "undone", type: "timestamptz", notNull: false },
    { name: "undone_by", type: "text", notNull: false },
  ],
  indexes: [{ name: "pb_provisioningruns_template", columns: ["template_id", "id"], unique: false }],
} as const;

/** The records that a run has made, in order, with their version when their line was stored. */
const madeTable = {
  name: "provisioningmade",
  columns: [
    { name: "run_id", type: "integer", notNull: true },
    { name: "resource", type: "text", notNull: true },
    { name: "record_id", type: "integer", notNull: true },
    { name: "version", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_provisioningmade_run", columns: ["run_id", "id"], unique: true }],
} as const;

/** Calls of vendors' services that are still to be made: they are outside, and may be slow or down. */
const redirectTable = {
  name: "redirectcalls",
  columns: [
    // The model has the service's credentials.
    { name: "model_id", type: "integer", notNull: true },
    { name: "device_id", type: "integer", notNull: false },
    { name: "reseller_id", type: "integer", notNull: false },
    // 'register' or 'unregister'.
    { name: "action", type: "text", notNull: true },
    { name: "identifier", type: "text", notNull: true },
    { name: "attempts", type: "integer", notNull: true },
    { name: "due_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_redirectcalls_due", columns: ["due_at", "id"], unique: false }],
} as const;

/** Bulk runs as jobs of the platform. */
const jobTable = {
  name: "bulkjobs",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "resource", type: "text", notNull: true },
    // change, remove, or restore.
    { name: "action", type: "text", notNull: true },
    // For a change, field -> value; of a list of values to come, an object is one more entry.
    { name: "changes", type: "jsonb", notNull: true },
    // Ids of records in their order; of a restore, those of journal entries.
    { name: "targets", type: "jsonb", notNull: true },
    { name: "total", type: "integer", notNull: true },
    // The number of targets that were tried; the next one is at this index.
    { name: "tried", type: "integer", notNull: true },
    { name: "done", type: "integer", notNull: true },
    { name: "failed", type: "integer", notNull: true },
    // running, finished, stopped, or refused: its user lost the right to go on.
    { name: "state", type: "text", notNull: true },
    // Names its journal entries.
    { name: "run", type: "text", notNull: true },
    // The run that it restores.
    { name: "restores", type: "text", notNull: false },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "ended", type: "timestamptz", notNull: false },
    // The process that works on it, and when it last did.
    { name: "node", type: "text", notNull: false },
    { name: "beat", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_bulkjobs_admin", columns: ["admin_id", "id"], unique: false },
    { name: "pb_bulkjobs_state", columns: ["state", "id"], unique: false },
    { name: "pb_bulkjobs_restores", columns: ["restores"], unique: false, where: { restores: "not null" } },
  ],
} as const;

/** The records that a job was refused, each with the reason. */
const failureTable = {
  name: "bulkjobfailures",
  columns: [
    { name: "job_id", type: "integer", notNull: true },
    // As in the job's targets.
    { name: "target", type: "integer", notNull: true },
    { name: "record_id", type: "integer", notNull: true },
    { name: "title", type: "text", notNull: true },
    { name: "refusal", type: "jsonb", notNull: true },
  ],
  indexes: [{ name: "pb_bulkjobfailures_job", columns: ["job_id", "id"], unique: true }],
} as const;

/** The last run of each kind of scheduled work, whichever node did it. */
const taskRunTable = {
  name: "taskruns",
  columns: [
    { name: "task", type: "text", notNull: true },
    { name: "node", type: "text", notNull: true },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "took_ms", type: "integer", notNull: true },
    // success or failed.
    { name: "outcome", type: "text", notNull: true },
    { name: "succeeded", type: "timestamptz", notNull: false },
  ],
  indexes: [{ name: "pb_taskruns_task", columns: ["task"], unique: true }],
} as const;

/** Backups of this database that were tried, written by whatever makes them. */
const backupTable = {
  name: "system_backups",
  columns: [
    { name: "at", type: "timestamptz", notNull: true },
    // The kind of copy: backup, dump.
    { name: "kind", type: "text", notNull: true },
    // Bytes; none of one that failed.
    { name: "size", type: "bigint", notNull: false },
    // success or failed.
    { name: "outcome", type: "text", notNull: true },
  ],
  indexes: [{ name: "pb_system_backups_at", columns: ["at"], unique: false }],
} as const;

/** Running processes of the product on this database; a row that is no longer seen belongs to one that has died. */
const nodeTable = {
  name: "nodes",
  columns: [
    { name: "node", type: "text", notNull: true },
    // Host and process, for people.
    { name: "name", type: "text", notNull: true },
    { name: "version", type: "text", notNull: true },
    { name: "started_at", type: "timestamptz", notNull: true },
    { name: "seen_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_nodes_node_unique", columns: ["node"], unique: true }],
} as const;

/** Duties of one node at a time, and until when it has them without renewing its claim. */
const dutyTable = {
  name: "nodeduties",
  columns: [
    { name: "duty", type: "text", notNull: true },
    { name: "node", type: "text", notNull: true },
    { name: "until", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_nodeduties_duty_unique", columns: ["duty"], unique: true }],
} as const;

/** Requests on all nodes, within a window of time that begins at the same moment on all of them. */
const requestCountTable = {
  name: "requestcounts",
  columns: [
    // The scope and the address of the requests: `login 192.0.2.7`.
    { name: "counted", type: "text", notNull: true },
    { name: "since", type: "timestamptz", notNull: true },
    { name: "requests", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_requestcounts_counted_since_unique", columns: ["counted", "since"], unique: true }],
} as const;

/** The position of an administrator's last change in the log of writes (`X/Y`): see decision 73. */
const lastWriteTable = {
  name: "lastwrites",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "place", type: "text", notNull: true },
  ],
  indexes: [{ name: "pb_lastwrites_admin_id_unique", columns: ["admin_id"], unique: true }],
} as const;

/** Tables that no schema describes. */
export const ownTables = [
  journalTable,
  gapTable,
  loginAttemptTable,
  preferenceTable,
  certificateTable,
  serviceTable,
  fileTable,
  formerPasswords,
  passwordResets,
  loginTokenTable,
  fraudNoticeTable,
  captureTable,
  uploadTable,
  uploadChunkTable,
  counterTable,
  sourceTable,
  runTable,
  madeTable,
  redirectTable,
  jobTable,
  failureTable,
  taskRunTable,
  backupTable,
  nodeTable,
  dutyTable,
  requestCountTable,
  lastWriteTable,
] as const satisfies readonly TableDescriptor[];

/** The contents of their jsonb columns. */
interface Documents {
  journals: { changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>> };
  panel_items: { data: Readonly<Record<string, string>> };
  bulkjobs: { changes: Readonly<Record<string, Json>>; targets: readonly number[] };
  bulkjobfailures: { refusal: ErrorBody };
}

/** The values of their other columns. */
interface Choices {
  bulkjobs: { action: BulkJobAction; state: BulkJobState };
}

type OwnTables = {
  [T in (typeof ownTables)[number] as T["name"]]: TableOf<
    T,
    T["name"] extends keyof Documents ? Documents[T["name"]] : object,
    T["name"] extends keyof Choices ? Choices[T["name"]] : object
  >;
};

declare module "../../generated/database.gen.ts" {
  interface Tables extends OwnTables {}
}
