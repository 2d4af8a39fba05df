import type { Identifier } from "react-admin";
import type { Json } from "../../core/descriptor.ts";
import { isObject } from "../../core/prepare.ts";
import { type HttpRequest, send } from "./http.ts";
import { fromList, itemPath, type PanelRecord } from "./rest.ts";

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
  /** Empty where the platform keeps no details. */
  readonly changes: readonly JournalChange[];
}

interface JournalPage {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Number of the page with the preceding changes; null at the beginning. */
  readonly olderPage: number | null;
}

const rowsPerPage = 25;

/** `GET /api/<resource>/{id}/journal/` for one page. The platform counts pages from the oldest change. */
function toJournalRequest(resource: string, id: Identifier, page: number): HttpRequest {
  return { path: `${itemPath(resource, id)}/journal/`, query: { page, rows: rowsPerPage } };
}

/** A page of changes, the newest by default. Rejects with an HttpError. */
export async function getJournal(resource: string, id: Identifier, page?: number): Promise<JournalPage> {
  const read = async (number: number) => fromList("journals", await send(toJournalRequest(resource, id, number)));
  const first = await read(page ?? 1);
  const lastPage = Math.max(Math.ceil(first.total / rowsPerPage), 1);
  const wanted = page ?? lastPage;
  const { data } = wanted === (page ?? 1) ? first : await read(wanted);
  return { entries: data.map(toEntry).reverse(), olderPage: wanted > 1 ? wanted - 1 : null };
}

function toEntry({ id, operation, timestamp, username, changes }: PanelRecord): JournalEntry {
  const fields = isObject(changes) ? Object.entries(changes) : [];
  return {
    id,
    operation: String(operation),
    timestamp: String(timestamp),
    username: typeof username === "string" ? username : null,
    changes: fields.map(([field, change]) => ({
      field,
      before: isObject(change) ? (change.before ?? null) : null,
      after: isObject(change) ? (change.after ?? null) : null,
    })),
  };
}
