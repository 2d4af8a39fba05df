import type { GetListParams, GetOneParams } from "react-admin";

/**
 * The keys of react-admin's queries in the cache, which it has no public function for: all that depends on them is
 * here, and a test compares them with those of its hooks.
 */

/** One page of a list; without parameters the beginning of the keys of all of them. */
export function listKey(resource: string, params?: Partial<GetListParams>): readonly unknown[] {
  return params ? [resource, "getList", params] : [resource, "getList"];
}

/** One record as it was asked for; without parameters the beginning of the keys of all of them. */
export function recordKey(resource: string, params?: Pick<GetOneParams, "id" | "meta">): readonly unknown[] {
  return params ? [resource, "getOne", { id: String(params.id), meta: params.meta }] : [resource, "getOne"];
}
