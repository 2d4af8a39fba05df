import { createHmac, randomBytes } from "node:crypto";
import type { WireRecord } from "../../../core/descriptor.ts";
import { withPlaceFor } from "./bootstrapUri.ts";
import { callJson, type JsonObject, objectOf, objectsOf, textOf } from "./callJson.ts";
import type { ServiceRequest } from "./callService.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { ServiceRefusal } from "./serviceRefusal.ts";

/** Pages of a list that are read. */
const MOST_PAGES = 20;

/** Registers phones of a company with the value of one setting, the address, and a profile for whatever else. */
export function snom(access: ServiceAccess): RedirectService {
  return {
    async register(mac, uri) {
      const company = await findCompany(access);
      const setting = await findSetting(access);
      const profile = access.profile === "" ? undefined : await findProfile(access, company);
      await ask(access, "PUT", `${company}/endpoints/${mac}`, {
        mac,
        autoprovisioning_enabled: true,
        settings_manager: { [setting]: { value: withPlaceFor("{mac}", uri), attrs: { perm: "RW" } } },
        provisioning_profile: profile,
      });
    },
    async unregister(mac) {
      const company = await findCompany(access);
      // Somebody may have removed it in Snom's console.
      await unlessMissing(ask(access, "DELETE", `${company}/endpoints/${mac}`));
    },
  };
}

/** Asks with a signature. */
async function ask(access: ServiceAccess, method: ServiceRequest["method"], url: string, body?: WireRecord) {
  const key = { id: access.user, secret: access.password };
  const headers = { authorization: hawkHeader(key, method, url, new Date()) };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return callJson({ method, url, headers, body: text }, access.signal);
}

/** All objects of a list, which comes in pages. */
async function list(access: ServiceAccess, url: string): Promise<readonly JsonObject[]> {
  const objects: JsonObject[] = [];
  let next: string | undefined = url;
  for (let page = 0; next !== undefined && page < MOST_PAGES; page++) {
    const { value, headers } = await ask(access, "GET", next);
    objects.push(...objectsOf(value));
    const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    next = link && atService(access, link);
  }
  return objects;
}

/** The address of the company that the key belongs to. */
async function findCompany(access: ServiceAccess): Promise<string> {
  const { value } = await ask(access, "GET", `${access.url}/tokens/${encodeURIComponent(access.user)}`);
  const { company } = objectOf(objectOf(value).links);
  return atService(access, textOf(company)).replace(/\/+$/, "");
}

/** An address in an answer, at the service itself wherever it points: nothing else is asked. */
function atService({ url }: ServiceAccess, link: string): string {
  const { pathname, search } = new URL(link, url);
  return Object.assign(new URL(url), { pathname, search }).href;
}

async function findSetting(access: ServiceAccess): Promise<string> {
  // The list goes by either name.
  const settings =
    (await unlessMissing(list(access, `${access.url}/phone-settings/`))) ??
    (await list(access, `${access.url}/settings/`));
  const setting = settings.find(({ param_name }) => param_name === "setting_server");
  if (!setting) throw new Error("the service has no setting_server");
  return textOf(setting.uuid);
}

/** The profile with the model's name for it, made if there is none. */
async function findProfile(access: ServiceAccess, company: string): Promise<string> {
  const profiles = `${company}/provisioning-profiles/`;
  const known = (await list(access, profiles)).find(({ name }) => name === access.profile);
  if (known) return textOf(known.uuid);
  const groups = await list(access, `${access.url}/product-groups/`);
  const group = groups.find(({ name }) => name === access.productFamily);
  if (!group) throw new Error(`the service has no product family "${access.productFamily}"`);
  const { value } = await ask(access, "POST", profiles, {
    name: access.profile,
    product_group: textOf(group.uuid),
    autoprovisioning_enabled: true,
  });
  return textOf(objectOf(value).uuid);
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 404) return undefined;
    throw error;
  }
}

/** The key of an account: its public id, and the secret that never leaves the platform. */
interface HawkKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * The `Authorization` of a request by Hawk 1 (github.com/mozilla/hawk) with SHA-256. The hash of the content, which Hawk
 * leaves to choice, is left out, as TLS protects it. Our own, as no library for it is kept up.
 */
function hawkHeader({ id, secret }: HawkKey, method: string, url: string, now: Date): string {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const ts = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(6).toString("base64url");
  const usualPort = protocol === "https:" ? "443" : "80";
  const hash = "";
  const ext = "";
  const signed = ["hawk.1.header", ts, nonce, method, pathname + search, hostname, port || usualPort, hash, ext, ""];
  const mac = createHmac("sha256", secret).update(signed.join("\n")).digest("base64");
  return `Hawk id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}
