import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { readScalars } from "../../core/validation/normalizeRecord.ts";
import { summaries } from "../../generated/index.gen.ts";
import type { Extension } from "./extensions.ts";
import { requireMembers } from "./fetchObject.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { toListRequest } from "./listRequest.ts";
import { fromList } from "./rest.ts";

/** The match that a record was found by; absent on older platforms. */
export interface FoundMatch {
  /** The field, or its path behind a reference or in a resource of numbers. */
  readonly field: string;
  /** Its whole value. */
  readonly text: string;
  readonly rank: "exact" | "prefix" | "part";
  readonly isNumber?: true;
}

export interface FoundRecord {
  readonly resource: string;
  readonly record: WireRecord & { readonly id: number };
  readonly match?: FoundMatch;
  /** Its status is final. */
  readonly isEnded?: boolean;
}

interface SearchParts {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
  readonly describe: (resource: string) => Promise<ResourceDescriptor>;
  readonly isOffered: (extension: Extension) => boolean;
}

export interface SearchParams {
  /** Resources to search: those the user may open. */
  readonly resources: readonly string[];
  readonly signal?: AbortSignal;
}

/** Records shown per resource. */
const rows = 5;

/**
 * Records of these resources that match the text, in one request where the platform can; older ones are searched list
 * by list, and a list that fails finds nothing.
 */
export async function searchRecords(
  parts: SearchParts,
  text: string,
  { resources, signal }: SearchParams,
): Promise<FoundRecord[]> {
  if (parts.isOffered("search")) {
    const request = { path: "/api/search/", query: { q: text, rows }, signal };
    const { body } = await parts.send(request);
    const { results } = requireMembers<{ readonly results: readonly FoundRecord[] }>(request.path, body, {
      results: "array",
    });
    return results.filter(({ resource }) => resources.includes(resource));
  }
  // Lists below a record have no path of their own.
  const searchable = resources.filter((resource) => !summaries[resource]?.parent);
  const lists = await Promise.allSettled(searchable.map((resource) => searchList(parts, resource, text, signal)));
  signal?.throwIfAborted();
  return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
}

async function searchList(
  { send, describe }: SearchParts,
  resource: string,
  text: string,
  signal: AbortSignal | undefined,
): Promise<FoundRecord[]> {
  const descriptor = await describe(resource);
  const { searchFilter, sort, expand } = descriptor.list;
  if (!searchFilter) return [];
  const pagination = { page: 1, perPage: rows };
  const request = toListRequest(descriptor, { pagination, sort, filter: { [searchFilter]: text }, meta: { expand } });
  const { data } = fromList(resource, await send({ ...request, signal }));
  const read = data.map((record) => readScalars(descriptor.fields, record));
  return read.flatMap(({ id, ...record }) => (typeof id === "number" ? { resource, record: { ...record, id } } : []));
}
