import type { Identifier } from "react-admin";
import type { Json } from "../../core/schema/descriptor.ts";
import { isRecordId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { hasStatus } from "./errors.ts";
import { hasExtension } from "./extensions.ts";
import { fetchObject, requireMembers } from "./fetchObject.ts";
import { type HttpRequest, send } from "./http.ts";
import { fromList, itemPath, type PanelRecord, readText, withRunHeader } from "./rest.ts";

export interface JournalChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** One change of a record: who, when and what. */
export interface JournalEntry {
  readonly id: number | string;
  /** `create`, `update`, `delete`, `reveal`: someone viewed a password, or `listen`: someone was sent a sound. */
  readonly operation: string;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly username: string | null;
  /** Whether the platform itself did it, on schedule. */
  readonly isScheduled: boolean;
  /** Empty where the platform keeps no details. */
  readonly changes: readonly JournalChange[];
  /** The fields that restoring the entry would change. */
  readonly restorable: readonly string[];
  /** Whether restoring the entry brings back its record. */
  readonly returns: boolean;
  /** The entry whose values this one put back. */
  readonly restoredId: number | null;
}

/** An entry in the journal of all records. */
export interface ListedEntry extends JournalEntry {
  readonly resource: string;
  readonly recordId: number | string;
  readonly parentId: number | string | null;
  /** Title of its record, or the last one that it had. */
  readonly title: string;
  /** Whether there is a record to open. */
  readonly exists: boolean;
  /** Id that all entries of one request share. */
  readonly unit: string | null;
  /** Id that all entries of one bulk run share. */
  readonly run: string | null;
}

interface LegacyJournalPage {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Number of the page with the preceding changes; null at the beginning. */
  readonly olderPage: number | null;
}

const rowsPerPage = 25;

/**
 * `GET /api/<resource>/{id}/journal/`: a page of changes, the newest by default; the platform counts pages from the oldest
 * change. Rejects with an HttpError.
 */
export async function loadLegacyJournal(resource: string, id: Identifier, page?: number): Promise<LegacyJournalPage> {
  const path = `${itemPath(resource, id)}/journal/`;
  const read = async (page: number) => fromList("journal", await send({ path, query: { page, rows: rowsPerPage } }));
  const first = await read(page ?? 1);
  const lastPage = Math.max(Math.ceil(first.total / rowsPerPage), 1);
  const requestedPage = page ?? lastPage;
  const { data } = requestedPage === (page ?? 1) ? first : await read(requestedPage);
  return { entries: data.map(toEntry).reverse(), olderPage: requestedPage > 1 ? requestedPage - 1 : null };
}

/** Filters of the journal of all records, named as in the URL. */
export type JournalQuery = Readonly<Record<string, string>>;

export interface JournalListing {
  /** Newest first. */
  readonly entries: readonly ListedEntry[];
  /** Start of the next page; null if there is none. */
  readonly next: string | null;
  /** Resources whose entries the user may read. */
  readonly resources: readonly string[];
}

/** `GET /api/journals/`: a page of the changes of all records that the user may see. */
export async function loadJournal(
  query: JournalQuery,
  before: string | undefined,
  signal?: AbortSignal,
): Promise<JournalListing> {
  const response = await send({ path: "/api/journals/", query: { ...query, before, rows: rowsPerPage }, signal });
  const { data } = fromList("journals", response);
  const { resources, _links } = isObject(response.body) ? response.body : {};
  const next = isObject(_links) && isObject(_links.next) ? readText(_links.next, "href") : null;
  return {
    entries: data.map(toListed),
    next: next && new URLSearchParams(next.split("?")[1]).get("before"),
    resources: Array.isArray(resources) ? resources.map(String) : [],
  };
}

/**
 * A page of the changes of a record and of what belongs to it, newest first, where the platform knows these; of the
 * record alone otherwise, and for who may not read the others.
 */
export async function loadRecordJournal(
  resource: string,
  id: Identifier,
  next: string | undefined,
  signal?: AbortSignal,
): Promise<Pick<JournalListing, "entries" | "next">> {
  if (hasExtension("history") && next?.startsWith(ownPages) !== true) {
    try {
      return await loadJournal({ resource, record: String(id), related: "1" }, next, signal);
    } catch (error) {
      if (!hasStatus(error, 403) || next !== undefined) throw error;
    }
  }
  const { entries, olderPage } = await loadLegacyJournal(
    resource,
    id,
    next === undefined ? undefined : Number(next.slice(ownPages.length)),
  );
  const recordMembers = { resource, recordId: id, parentId: null, title: "", exists: true, unit: null, run: null };
  return {
    entries: entries.map((entry) => ({ ...entry, ...recordMembers })),
    next: olderPage === null ? null : `${ownPages}${olderPage}`,
  };
}

/** Before the number of a page of the record's own journal. */
const ownPages = "page ";

/** A value that a restore puts back. */
export interface RestoredValue {
  readonly field: string;
  readonly old: Json;
  readonly now: Json;
  /** Whether somebody changed the field since. */
  readonly newer: boolean;
}

export interface UnrestoredValue {
  readonly field: string;
  /** `secret`, `file`, `fixed`, `forbidden`, or `newer`. */
  readonly reason: string;
}

/** The effect that a restore would have. */
export interface RestorePreview {
  readonly values: readonly RestoredValue[];
  readonly left: readonly UnrestoredValue[];
  /** The records that come back with one that was terminated, itself first. */
  readonly records: readonly { readonly resource: string; readonly id: number }[];
  readonly ends: boolean;
  /** Whether the record was there at that time. */
  readonly existed: boolean;
  /** The version it was worked out for. */
  readonly etag: string | undefined;
}

/** The target of a restore: an entry, or the record as it was at a time (RFC 3339). */
export type RestoreTarget = { readonly entry: number | string } | { readonly time: string };

export interface RestoreParams {
  readonly fields?: readonly string[] | undefined;
  readonly overwrite?: boolean;
  readonly etag?: string | undefined;
  /** The bulk run that it is part of. */
  readonly run?: string;
}

export async function previewRestore(resource: string, id: Identifier, target: RestoreTarget): Promise<RestorePreview> {
  const path = restorePath(resource, id, target);
  const { body, headers } = await send({ path, query: "time" in target ? { time: target.time } : {} });
  const preview = requireMembers<Pick<RestorePreview, "values"> & Partial<RestorePreview>>(path, body, {
    values: "array",
  });
  return {
    values: preview.values,
    left: preview.left ?? [],
    records: preview.records ?? [],
    ends: preview.ends === true,
    existed: preview.existed !== false,
    etag: headers.get("etag") ?? undefined,
  };
}

/** Restores; returns the fields that were left out. Rejects with the platform's error. */
export async function restore(
  resource: string,
  id: Identifier,
  target: RestoreTarget,
  { fields, overwrite, etag, run }: RestoreParams,
): Promise<readonly UnrestoredValue[]> {
  const request: HttpRequest = {
    method: "POST",
    path: restorePath(resource, id, target),
    body: {
      ...("time" in target ? { time: target.time } : {}),
      ...(fields ? { fields } : {}),
      ...(overwrite ? { overwrite } : {}),
    },
    ...(etag ? { headers: { "If-Match": etag } } : {}),
  };
  const { left: leftValues } = await fetchObject<{ readonly left?: readonly UnrestoredValue[] }>(
    withRunHeader(request, run),
    {},
  );
  return leftValues ?? [];
}

function restorePath(resource: string, id: Identifier, target: RestoreTarget): string {
  const journal = `${itemPath(resource, id)}/journal`;
  return "time" in target ? `${journal}/at` : `${journal}/${target.entry}/restore`;
}

export interface JournalVerification {
  readonly entries: number;
  /** Entries that were dropped after their time. */
  readonly dropped: number;
  readonly broken: { readonly link: number; readonly entry: number | null; readonly fault: string } | null;
}

/** Proves that no entry was changed or left out; may take as long as there are entries. */
export function verifyJournal(): Promise<JournalVerification> {
  return fetchObject({ path: "/api/journals/verification", timeout: 600_000 }, { entries: "number" });
}

function toListed(record: PanelRecord): ListedEntry {
  const { resource_id: id, parent_id: parent, exists } = record;
  return {
    ...toEntry(record),
    resource: readText(record, "resource_name") ?? "",
    recordId: isRecordId(id) ? id : 0,
    parentId: isRecordId(parent) ? parent : null,
    title: readText(record, "title") || `#${id}`,
    exists: exists === true,
    unit: readText(record, "unit"),
    run: readText(record, "run"),
  };
}

function toEntry(record: PanelRecord): JournalEntry {
  const { id, user_id, changes, restorable, returns, restored_id } = record;
  const fields = isObject(changes) ? Object.entries(changes) : [];
  return {
    id,
    operation: readText(record, "operation") ?? "",
    timestamp: readText(record, "timestamp") ?? "",
    username: readText(record, "username"),
    // Accounts are numbered from 1.
    isScheduled: user_id === 0,
    changes: fields.map(([field, change]) => ({
      field,
      before: isObject(change) ? (change.before ?? null) : null,
      after: isObject(change) ? (change.after ?? null) : null,
    })),
    restorable: Array.isArray(restorable) ? restorable.map(String) : [],
    returns: returns === true,
    restoredId: typeof restored_id === "number" ? restored_id : null,
  };
}
