import { collection, type Sent } from "../../scripts/rules/verify/requests.ts";
import type { ResourceDescriptor, Right } from "../../src/core/schema/descriptor.ts";
import { legacyTableUrl } from "../../src/core/schema/legacyTableUrl.ts";
import { finalStatusOf } from "../../src/core/validation/transitions.ts";
import type { Accounts, Member } from "../support/accessPlatform.ts";
import type { Answer } from "../support/api.ts";
import { allowedRecord, reachOf, readsJournals } from "../support/rights.ts";
import { itemPath, NO_RECORD, scopesOf, type Target, targetOf, type Worlds } from "../support/targets.ts";

/** allowed: the request may still fail for its data. unknown: as for a record that does not exist. */
export type Answered = "allowed" | "refused" | "unknown";

/** A request of a role with the expected result. */
export interface Attempt {
  readonly what: string;
  readonly expected: Answered;
  /** Built when it is due: other attempts change the record. */
  readonly build: () => Promise<Sent>;
  /** Instead of the status. */
  readonly read?: (answer: Answer) => Answered;
}

/** Errors about the caller rather than the request. */
const roleRefusals = new Set(["errors.forbidden", "errors.read_only", "errors.own_account_delete"]);

/** Errors about the data count as allowed, since the permission check came first. */
export function answeredBy({ status, body }: Answer): string {
  if ((status >= 200 && status < 300) || status === 422 || status === 423) return "allowed";
  if (status === 403) return roleRefusals.has(String(body?.key)) ? "refused" : String(body?.key);
  return status === 404 ? "unknown" : `status ${status}`;
}

/** Requests to lists, and for new records. */
export function collectionAttempts(worlds: Worlds, descriptor: ResourceDescriptor, member: Member): Attempt[] {
  const { name, operations, preferences, legacyTables } = descriptor;
  const expect = (right: Right): Answered => (reachOf(name, member.role, right) === "none" ? "refused" : "allowed");
  const lists = [
    ...(operations.includes("list") ? [collection(name)] : []),
    ...legacyTables.map((table) => legacyTableUrl(table, 1)),
    ...(preferences ? [collection(preferences), collection(preferences.replace(/s$/, "defs"))] : []),
  ];
  const isCreated = operations.includes("create");
  const expected = isCreated ? expect("create") : "unknown";
  const newRecord = async () =>
    expected === "allowed" ? allowedRecord(descriptor, member.role, await worlds.own.valid(name)) : {};
  return [
    ...lists.map(
      (url): Attempt => ({
        what: `list ${url}`,
        expected: expect("lookup"),
        build: async () => ({ method: "GET", url }),
      }),
    ),
    {
      what: "create",
      expected,
      build: async () => ({ method: "POST", url: collection(name), payload: await newRecord() }),
    },
  ];
}

/** Requests to one record. */
export function itemAttempts(
  platform: Accounts,
  worlds: Worlds,
  { descriptor, member, target }: { descriptor: ResourceDescriptor; member: Member; target: Target },
): Attempt[] {
  const { name, operations, preferences } = descriptor;
  const { id, place } = target;
  const url = itemPath(descriptor, target);
  const attempts: Attempt[] = [];
  const attempt = (what: string, right: Right, isOffered: boolean, build: (expected: Answered) => Promise<Sent>) => {
    const expected = isOffered ? expectedAt(descriptor, member, target, right) : "unknown";
    attempts.push({ what: `${what} ${place}`, expected, build: () => build(expected) });
  };
  const whole = async (expected: Answered, path: string) =>
    expected === "allowed" ? (await member.api.request("GET", path)).body : {};
  // What is removed is made for it.
  const removable = async (expected: Answered) =>
    expected === "allowed" && place !== "self" ? (await targetOf(platform, worlds, descriptor, place)).id : id;

  attempt("read", "lookup", operations.includes("read"), async () => ({ method: "GET", url }));
  const isUpdated = operations.includes("update");
  const put =
    (path: string) =>
    async (expected: Answered): Promise<Sent> => ({
      method: "PUT",
      url: path,
      payload: await whole(expected, path),
    });
  const patch = (path: string) => async (): Promise<Sent> => ({ method: "PATCH", url: path, payload: [] });
  attempt("put", "update", isUpdated, put(url));
  attempt("patch", "update", isUpdated, patch(url));
  if (descriptor.journal) {
    const expected = readsJournals(member.role) ? expectedAt(descriptor, member, target, "lookup") : "refused";
    const build = async (): Promise<Sent> => ({ method: "GET", url: `${url}/journal/` });
    attempts.push({ what: `journal ${place}`, expected, build });
  }
  if (descriptor.reorder) {
    const payload = { direction: "up" };
    attempt("move", "update", true, async () => ({ method: "POST", url: `${url}/move`, payload }));
  }
  if (descriptor.clone) {
    attempt("clone", "create", true, async () => ({
      method: "POST",
      url: `${url}/clone`,
      payload: { name: `copy ${worlds.own.next()}` },
    }));
  }
  if (preferences) {
    const path = `/api/${preferences}/${id}`;
    attempt("read preferences", "lookup", true, async () => ({ method: "GET", url: path }));
    attempt("patch preferences", "update", true, patch(path));
    attempt("put preferences", "update", true, put(path));
  }
  if (place === "own") attempts.push(...searchAttempts(descriptor, member, target));
  const end = finalStatusOf(descriptor);
  if (end && isUpdated && reachOf(name, member.role, "update") !== "none") {
    attempt("terminate", "delete", true, async (expected) => ({
      method: "PATCH",
      url: `/api/${name}/${await removable(expected)}`,
      payload: [{ op: "replace", path: `/${end.field}`, value: end.value }],
    }));
  }
  attempt("delete", "delete", operations.includes("delete"), async (expected) => ({
    method: "DELETE",
    url: `/api/${name}/${await removable(expected)}`,
  }));
  return attempts;
}

/** The search finds what the caller may open, and not what it only looks up. */
function searchAttempts(descriptor: ResourceDescriptor, member: Member, target: Target): Attempt[] {
  const { name, operations, parent } = descriptor;
  const isSearched =
    operations.includes("list") &&
    operations.includes("read") &&
    (operations.includes("create") || operations.includes("update")) &&
    !parent;
  const reach = reachOf(name, member.role, "read");
  // Where reading and looking up are the same, the record has told.
  if (!isSearched || reach === reachOf(name, member.role, "lookup") || target.id === NO_RECORD) return [];
  const expected = reach === "none" ? "unknown" : expectedAt(descriptor, member, target, "read");
  const isFound = ({ body }: Answer) =>
    Array.isArray(body?.results) && JSON.stringify(body.results).includes(`"resource":"${name}"`);
  return [
    {
      what: "search own",
      expected,
      build: async () => ({ method: "GET", url: `/api/search/?rows=20&q=${target.id}` }),
      read: (answer) => (isFound(answer) ? "allowed" : "unknown"),
    },
  ];
}

/** Missing rights are refused before the record is looked up; records that the caller cannot see are unknown. */
export function expectedAt(
  descriptor: ResourceDescriptor,
  member: Member,
  { id, place }: Target,
  right: Right,
  field?: string,
): Answered {
  const reach = reachOf(descriptor.name, member.role, right, field);
  const isOwnAccount = id === member.id;
  if (reach === "none") return "refused";
  if (reach === "own" && !isOwnAccount) return right === "lookup" ? "unknown" : "refused";
  if (reach === "others" && isOwnAccount) return "refused";
  return id !== NO_RECORD && isVisible(descriptor, member, place) ? "allowed" : "unknown";
}

/** Masters see accounts and sessions of others; all other records are visible within the reseller. */
function isVisible(descriptor: ResourceDescriptor, { role, isBound }: Member, place: Target["place"]): boolean {
  const { name } = descriptor;
  const isAccount = name === "admins" || name === "adminsessions";
  if (place === "self") return true;
  if (isAccount && !/Master(ReadOnly)?$/.test(role)) return false;
  const isScoped = scopesOf(descriptor).length > 0 || isAccount;
  return place === "own" || !isBound || !isScoped;
}
