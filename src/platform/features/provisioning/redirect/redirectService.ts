import { createHash } from "node:crypto";
import type { Json } from "../../../../core/schema/descriptor.ts";
import { fillNames } from "../../../../core/schema/fillNames.ts";
import { isObject } from "../../../../core/schema/isObject.ts";
import type { RedirectMethod } from "../../../runtime/settings.ts";
import { type JsonObject, objectOf, objectsOf, requireId } from "./callJson.ts";
import type { ServiceAccess } from "./callService.ts";
import { toMac } from "./macAddress.ts";
import { protocols } from "./protocols.ts";
import { ServiceRefusal } from "./serviceRefusal.ts";
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

/** What `services.json` has of a vendor. */
interface Vendor {
  readonly address: string;
  readonly protocol: keyof typeof protocols;
  /** What the address of phones ends with, where their MAC address is put: `{MAC}`. */
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
  /** What is wrong if there is none; without it, the name stays unknown. */
  readonly missing?: string;
}

type RedirectValues = Record<string, string | number | undefined>;

// The compiler takes texts of JSON for any.
const services: Readonly<Record<RedirectMethod, Vendor>> = vendors as Readonly<Record<RedirectMethod, Vendor>>;

/** Where the vendor has it. */
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
    const known: RedirectValues = { url, user, profile, productFamily, ...values };
    const { encode, open } = protocols[protocol];
    const send = await open(access);
    for (const step of steps) {
      if (step.when !== undefined && !known[step.when]) continue;
      if (step.unless !== undefined && known[step.unless]) continue;
      const answer = await attempt(step, (message) => send([fill(message, known, encode) ?? []].flat()));
      if (step.as !== undefined) known[step.as] = takeFrom(answer, step, known);
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

function withPlace(place: string, uri: string): string {
  if (uri.endsWith(place)) return uri;
  return `${uri}${uri.endsWith("/") ? "" : "/"}${place}`;
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
  answer: Json,
  { in: list, find, take = "", missing }: RequestStep,
  known: RedirectValues,
): string | number | undefined {
  const items = find ? objectsOf(list === undefined ? answer : objectOf(answer)[list]) : [answer];
  const wanted = Object.entries(objectOf(fill(find ?? {}, known)));
  const found = items.find((item) => wanted.every(([name, value]) => isSame(name, objectOf(item), value)));
  if (found === undefined && missing !== undefined) throw new Error(String(fill(missing, known)));
  if (found === undefined) return undefined;
  const names = take.split(".");
  const last = names.pop() ?? "";
  const value = requireId(
    objectOf(names.reduce<Json | undefined>((inner, name) => objectOf(inner)[name], found)),
    last,
  );
  return typeof value === "string" ? value.replace(/\/+$/, "") : value;
}

/** Services write ids as numbers or texts, and MAC addresses in any notation. */
function isSame(name: string, item: JsonObject, wanted: Json): boolean {
  const value = item[name];
  const read = name === "mac" ? toMac : (text: string) => text;
  return value !== undefined && read(String(value)) === read(String(wanted));
}

/** Members whose value is unknown are left out. */
function fill(template: Json, known: RedirectValues, encode?: (value: string) => string): Json | undefined {
  if (typeof template === "string") return fillNames(template, (name) => known[name], encode);
  if (Array.isArray(template)) return template.map((item) => fill(item, known, encode) ?? null);
  if (!isObject(template)) return template;
  const members = Object.entries(template).map(([name, value]) => [fill(name, known), fill(value, known, encode)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
