import { createHash } from "node:crypto";
import type { Json } from "../../../../core/schema/descriptor.ts";
import { fillNames } from "../../../../core/schema/fillNames.ts";
import { isObject } from "../../../../core/schema/isObject.ts";
import type { RedirectMethod } from "../../../runtime/settings.ts";
import { type JsonObject, objectOf, objectsOf, requireId, ServiceRefusal } from "./callJson.ts";
import type { ServiceAccess } from "./callService.ts";
import { protocols } from "./protocols.ts";
import vendors from "./services.json" with { type: "json" };

/**
 * A vendor's service, which new phones ask first: it sends them to the platform that has registered them. Both throw
 * what kept the service from doing so: a `ServiceRefusal`, or an error of the network or of an unreadable answer.
 */
interface RedirectService {
  /** Sends the phone with this MAC address (12 upper-case digits) to an address. */
  register(mac: string, uri: string): Promise<void>;
  unregister(mac: string): Promise<void>;
}

/** The entry of a vendor in `services.json`. */
interface Vendor {
  readonly address: string;
  readonly protocol: keyof typeof protocols;
  /** The end of phones' URLs, where their MAC address is put: `{MAC}`. */
  readonly place?: string;
  readonly register: readonly RequestStep[];
  readonly unregister: readonly RequestStep[];
}

/** A request, and what to remember of its answer. Names in `{{...}}` stand for what is known so far. */
interface RequestStep {
  readonly send: Json;
  /** Sent instead if the service does not know the first. */
  readonly else?: Json;
  /** Only if this is known, or not yet. */
  readonly when?: string;
  readonly unless?: string;
  /** A refusal that says no more than that it was done before, or that there is nothing to do. */
  readonly allow?: "refusal" | "missing";
  /** Takes the value at a path, of the answer or of the first in a list of it that has these values. */
  readonly in?: string;
  readonly find?: JsonObject;
  readonly take?: string;
  readonly as?: string;
  /** The error if there is none; without it, the name stays unknown. */
  readonly missing?: string;
}

type RedirectValues = Record<string, string | number | undefined>;

// The compiler takes texts of JSON for any.
const services: Readonly<Record<RedirectMethod, Vendor>> = vendors as Readonly<Record<RedirectMethod, Vendor>>;

/** URL of the vendor's service. */
export function addressOf(method: RedirectMethod): string {
  return services[method].address;
}

export function isRedirectMethod(method: unknown): method is RedirectMethod {
  return typeof method === "string" && Object.hasOwn(services, method);
}

export function redirectService(method: RedirectMethod, access: ServiceAccess): RedirectService {
  const { protocol, place = "", register, unregister } = services[method];
  const run = async (steps: readonly RequestStep[], values: RedirectValues) => {
    const { url, user, profile, productFamily } = access;
    const allValues: RedirectValues = { url, user, profile, productFamily, ...values };
    const { encode, open } = protocols[protocol];
    const send = await open(access);
    for (const step of steps) {
      if (step.when !== undefined && !allValues[step.when]) continue;
      if (step.unless !== undefined && allValues[step.unless]) continue;
      const response = await attempt(step, (message) => send([fill(message, allValues, encode) ?? []].flat()));
      if (step.as !== undefined) allValues[step.as] = takeFrom(response, step, allValues);
    }
  };
  return {
    // The server goes by the same name for the same address.
    register: (mac, uri) =>
      run(register, {
        mac,
        uri: withPlace(place, uri),
        server: createHash("md5").update(uri).digest("hex").slice(0, 20),
      }),
    unregister: (mac) => run(unregister, { mac }),
  };
}

function withPlace(suffix: string, uri: string): string {
  if (uri.endsWith(suffix)) return uri;
  return `${uri}${uri.endsWith("/") ? "" : "/"}${suffix}`;
}

async function attempt(step: RequestStep, send: (message: Json) => Promise<Json>): Promise<Json> {
  try {
    return await send(step.send);
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const isMissing = error.status === 404;
    if (isMissing && step.else !== undefined) return send(step.else);
    if (step.allow === "refusal" || (isMissing && step.allow === "missing")) return null;
    throw error;
  }
}

function takeFrom(
  response: Json,
  { in: list, find, take = "", missing }: RequestStep,
  values: RedirectValues,
): string | number | undefined {
  const items = find ? objectsOf(list === undefined ? response : objectOf(response)[list]) : [response];
  const expected = Object.entries(objectOf(fill(find ?? {}, values)));
  const match = items.find((item) => expected.every(([name, value]) => hasValue(name, objectOf(item), value)));
  if (match === undefined && missing !== undefined) throw new Error(String(fill(missing, values)));
  if (match === undefined) return undefined;
  const names = take.split(".");
  const last = names.pop() ?? "";
  const value = requireId(
    objectOf(names.reduce<Json | undefined>((inner, name) => objectOf(inner)[name], match)),
    last,
  );
  return typeof value === "string" ? value.replace(/\/+$/, "") : value;
}

/** Services write ids as numbers or texts, and MAC addresses in any notation. */
function hasValue(name: string, item: JsonObject, expected: Json): boolean {
  const value = item[name];
  const read = name === "mac" ? toMac : (text: string) => text;
  return value !== undefined && read(String(value)) === read(String(expected));
}

/** Members whose value is unknown are left out. */
function fill(template: Json, values: RedirectValues, encode?: (value: string) => string): Json | undefined {
  if (typeof template === "string") return fillNames(template, (name) => values[name], encode);
  if (Array.isArray(template)) return template.map((item) => fill(item, values, encode) ?? null);
  if (!isObject(template)) return template;
  const members = Object.entries(template).map(([name, value]) => [fill(name, values), fill(value, values, encode)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A MAC address in any notation as services write it: digits only, in upper case. */
export function toMac(text: string): string {
  return text.replaceAll(/[^0-9a-f]/gi, "").toUpperCase();
}
