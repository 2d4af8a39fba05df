import type { ResourceSummary, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { ignoresFilters, storeExtensions } from "./extensions.ts";
import { send } from "./http.ts";
import { fromItem, fromList, hasFlag, itemPath, readText } from "./rest.ts";

/** An administrator as the platform answers it before anything describes its fields. */
export interface OwnAccount extends WireRecord {
  readonly id: number;
  readonly login: string;
}

/** Data about the platform and the user that the panel loads at startup. */
export interface StartupData {
  /** `/api/platforminfo`: version, type, licences, feature flags. */
  readonly info: WireRecord;
  /** Capability name -> enabled. */
  readonly capabilities: ReadonlyMap<string, boolean>;
  /** The collections of a platform that may lack some; absent: all. */
  readonly collections?: ReadonlySet<string> | undefined;
  /** The logged-in administrator. */
  readonly admin: OwnAccount;
  /** Whether the gateway has a legacy panel whose pages can be framed. */
  readonly hasLegacyPanel: boolean;
  /** Whether a real platform is behind the gateway, with its statistics and handbooks. Absent: unknown. */
  readonly hasRealPlatform?: boolean;
  /** Address of SIP over WebSocket, which the web phone registers at. Absent: there is no web phone. */
  readonly sipWebsocket?: string | undefined;
}

/** Loads all in parallel. Rejects when platform or user cannot be loaded; capabilities may be refused. */
export async function loadStartupData(adminId: number): Promise<StartupData> {
  const [[info, collections], capabilities, account, surroundings] = await Promise.all([
    loadInfo().then(async (loaded) => [loaded, await loadCollections()] as const),
    loadCapabilities(),
    send({ path: itemPath("admins", adminId), asSelf: true }).then((response) => fromItem("admins", response)),
    loadSurroundings(),
  ]);
  const admin = { ...account, id: adminId, login: readText(account, "login") ?? "" };
  return { info, collections, capabilities, admin, ...surroundings };
}

export async function loadInfo(): Promise<StartupData["info"]> {
  const { body } = await send({ path: "/api/platforminfo", asSelf: true });
  if (!isObject(body)) throw new Error("platforminfo should be an object");
  storeExtensions(body);
  return body;
}

/** What a platform without our extensions links to; undefined if it does not say. */
async function loadCollections(): Promise<StartupData["collections"]> {
  if (!ignoresFilters()) return undefined;
  const response = await send({ method: "OPTIONS", path: "/api/", asSelf: true }).catch(() => undefined);
  const links = response?.headers.get("Link")?.matchAll(/<\/api\/([a-z]+)\/>/g) ?? [];
  const names = new Set([...links].map(([, name = ""]) => name));
  return names.size > 0 ? names : undefined;
}

async function loadCapabilities(): Promise<ReadonlyMap<string, boolean>> {
  try {
    const { data } = fromList("capabilities", await send({ path: "/api/capabilities/", asSelf: true }));
    return new Map(data.map((capability) => [readText(capability, "name") ?? "", hasFlag(capability, "enabled")]));
  } catch {
    // Some roles may not read them; no capability is assumed then.
    return new Map();
  }
}

/** Asks our gateway; any other server does not answer, and has no surroundings. */
async function loadSurroundings(): Promise<Omit<StartupData, "info" | "capabilities" | "admin">> {
  const response = await send({ path: "/panel-service", anonymous: true }).catch(() => undefined);
  const body = isObject(response?.body) ? response.body : {};
  return {
    hasLegacyPanel: body.older_panel === true,
    hasRealPlatform: body.real_platform === true,
    sipWebsocket: typeof body.sip_websocket === "string" ? body.sip_websocket : undefined,
  };
}

export type Lack = "flag" | "extension" | "capability" | "licence";

/** Returns what the platform lacks for a resource; null if it has everything. The free edition has no licences. */
export function findLack(
  { name, needs }: Partial<Pick<ResourceSummary, "name" | "needs">>,
  { info, capabilities, collections }: StartupData,
): Lack | null {
  if (collections && name !== undefined && !collections.has(name)) return "extension";
  if (needs?.flag && !hasFlag(info, needs.flag)) return "flag";
  const extensions = Array.isArray(info.extensions) ? info.extensions : [];
  if (needs?.extension && !extensions.includes(needs.extension)) return "extension";
  if (needs?.capability && !capabilities.get(needs.capability)) return "capability";
  const licences = Array.isArray(info.licenses) ? info.licenses : [];
  const isLicensed = info.type !== "spce" && !extensions.includes("unlicensed");
  if (needs?.licence && isLicensed && !licences.includes(needs.licence)) return "licence";
  return null;
}
