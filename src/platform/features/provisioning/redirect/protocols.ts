import { createHmac, randomBytes } from "node:crypto";
import { parseXml, XmlElement } from "@rgrove/parse-xml";
import type { Json } from "../../../../core/schema/descriptor.ts";
import { escapeXml } from "../../../../core/values/escapeXml.ts";
import {
  callJson,
  type JsonObject,
  objectOf,
  objectsOf,
  reasonIn,
  requireId,
  requireText,
  ServiceRefusal,
} from "./callJson.ts";
import { callService, type ServiceAccess, type ServiceRequest } from "./callService.ts";

type Send = (message: readonly Json[]) => Promise<Json>;

interface Protocol {
  /** Encodes values within a text. */
  readonly encode?: (text: string) => string;
  /** Logs in if need be, and returns what sends messages. */
  readonly open: (access: ServiceAccess) => Send | Promise<Send>;
}

type Method = ServiceRequest["method"];
const methods: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** Pages of a list that are read. */
const MAX_PAGES = 20;

type ProtocolName = "xmlRpc" | "polycomXml" | "grandstreamJson" | "tokenJson" | "hawkJson";

export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  /** A method and its texts. */
  xmlRpc: {
    open:
      (access) =>
      async ([method, ...params]) => {
        await callXmlRpc(access, String(method), params.map(String));
        return null;
      },
  },

  /** An action and its content. This XML is no XML-RPC, and carries the credentials itself. */
  polycomXml: {
    encode: escapeXml,
    open:
      ({ url, user, password, profile, signal }) =>
      async ([action, ...content]) => {
        if (profile === "") throw new Error("the model has no profile");
        const body =
          `<?xml version="1.0" encoding="UTF-8"?>` +
          `<request userid="${escapeXml(user)}" password="${escapeXml(password)}" message-id="1001">` +
          `<${action} account-id="${escapeXml(profile)}">${content.join("")}</${action}></request>`;
        const headers = { "content-type": "text/xml; charset=utf-8" };
        const answer = await callService({ method: "POST", url, headers, body }, signal);
        if (!answer.isOk) throw new Error(`HTTP ${answer.status}`);
        readStatus(answer.text);
        return null;
      },
  },

  /** A method and its parameters for the account whose CID is the user, signed together with a time of the service. */
  grandstreamJson: {
    open:
      ({ url, user, password, signal }) =>
      async ([method, params]) => {
        const clock = await callJson({ method: "GET", url, headers: {} }, signal);
        const time = String(requireId(objectOf(clock.value), "time"));
        const body = JSON.stringify({ cid: user, method, params });
        const sig = createHmac("sha1", password)
          .update(body + time)
          .digest("hex");
        const query = new URLSearchParams({ sig, time });
        const { value } = await callJson({ method: "POST", url: `${url}?${query}`, headers: {}, body }, signal);
        const code = requireId(objectOf(value), "code");
        if (Number(code) !== 0) throw new ServiceRefusal(reasonIn(value) ?? `error ${code}`);
        return null;
      },
  },

  /** A method, a path and a body, with a token of the account. */
  tokenJson: {
    encode: encodeInPath,
    async open({ url, user, password, signal }) {
      const askWith =
        (headers: Readonly<Record<string, string>>) =>
        async ([method, path, body]: readonly Json[]): Promise<JsonObject> => {
          const text = body === undefined ? undefined : JSON.stringify(body);
          const { value } = await callJson(
            { method: methodOf(method), url: `${url}${path}`, headers, body: text },
            signal,
          );
          // A deletion may have nothing to say.
          if (value === undefined && method === "DELETE") return {};
          const response = objectOf(value);
          if (response.success !== true) throw new ServiceRefusal(reasonIn(value) ?? "refused");
          // Services put anything there.
          const { data = null } = response;
          return data === null ? {} : objectOf(data);
        };
      const login = askWith({ api_user_name: user, api_password: password });
      const response = await login(["GET", "/bp_user/generate/token"]);
      return askWith({ token: requireText(response, "token") });
    },
  },

  /** A method, an address, and a body. `LIST` gets all pages of a list. Each request is signed. */
  hawkJson: {
    encode: encodeInPath,
    open:
      (access) =>
      async ([method, address, body]) => {
        const url = atService(access, String(address));
        if (method === "LIST") return [...(await listAll(access, url))];
        const { value } = await ask(access, methodOf(method), url, body);
        return value ?? null;
      },
  },
};

function methodOf(name: Json | undefined): Method {
  const method = methods.find((candidate) => candidate === name);
  if (!method) throw new Error(`no method ${String(name)}`);
  return method;
}

/** Addresses stay as they are. */
function encodeInPath(text: string): string {
  return /^(?:https?:\/)?\//.test(text) ? text : encodeURIComponent(text);
}

function readStatus(text: string): void {
  const status = elementIn(rootOf(text, "response"), "status");
  const member = (name: string) => (status && (elementIn(status, name)?.text ?? status.attributes[name]))?.trim();
  const code = member("ErrorCode");
  if (!code) throw new Error("the answer has no status");
  if (Number(code) !== 0) throw new ServiceRefusal(member("ErrorMessage") || `error ${code}`);
}

/** Asks with a signature by the key of an account: its public id, and the secret that never leaves the platform. */
async function ask({ user, password, signal }: ServiceAccess, method: Method, url: string, body?: Json) {
  const headers = { authorization: hawkHeader({ id: user, secret: password }, method, url, new Date()) };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return callJson({ method, url, headers, body: text }, signal);
}

/** All objects of a list, which comes in pages. */
async function listAll(access: ServiceAccess, url: string): Promise<readonly JsonObject[]> {
  const objects: JsonObject[] = [];
  let next: string | undefined = url;
  for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
    const { value, headers } = await ask(access, "GET", next);
    objects.push(...objectsOf(value));
    const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];
    next = link && atService(access, link);
  }
  return objects;
}

/** An address in an answer, at the service itself wherever it points: nothing else is asked. */
function atService({ url }: ServiceAccess, link: string): string {
  const { pathname, search } = new URL(link, url);
  return Object.assign(new URL(url), { pathname, search }).href;
}

/**
 * The `Authorization` of a request by Hawk 1 (github.com/mozilla/hawk) with SHA-256. The hash of the content, which Hawk
 * leaves to choice, is left out, as TLS protects it. Our own, as no library for it is kept up.
 */
function hawkHeader(
  key: { readonly id: string; readonly secret: string },
  method: string,
  url: string,
  now: Date,
): string {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const ts = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(6).toString("base64url");
  const usualPort = protocol === "https:" ? "443" : "80";
  const hash = "";
  const ext = "";
  const signed = ["hawk.1.header", ts, nonce, method, pathname + search, hostname, port || usualPort, hash, ext, ""];
  const mac = createHmac("sha256", key.secret).update(signed.join("\n")).digest("base64");
  return `Hawk id="${key.id}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}

/**
 * Calls a method with texts. Throws the text of a fault, a `ServiceRefusal` for a result that is false, and an error for
 * whatever else is no answer.
 */
async function callXmlRpc(access: ServiceAccess, method: string, params: readonly string[]): Promise<void> {
  const values = params.map((text) => `<param><value><string>${escapeXml(text)}</string></value></param>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${values.join("")}</params></methodCall>`;
  const credentials = Buffer.from(`${access.user}:${access.password}`, "utf8").toString("base64");
  const headers = { authorization: `Basic ${credentials}`, "content-type": "text/xml; charset=utf-8" };
  const answer = await callService({ method: "POST", url: access.url, headers, body }, access.signal);
  if (!answer.isOk) throw new Error(`HTTP ${answer.status}`);
  readAnswer(answer.text);
}

function readAnswer(text: string): void {
  const root = rootOf(text, "methodResponse");
  if (elementIn(root, "fault")) {
    const members = elementsIn(root, "member");
    const named = members.find((member) => elementIn(member, "name")?.text === "faultString");
    throw new Error(elementIn(named ?? root, "value")?.text.trim() || "fault");
  }
  if (!elementIn(root, "params")) throw new Error("the answer has no result");
  // Results are a boolean, alone or before a text that explains it.
  if (!/^(0|false)$/i.test(elementIn(root, "boolean")?.text.trim() ?? "")) return;
  const texts = elementsIn(root, "value").filter((value) => elementsIn(value, "value").length === 0);
  throw new ServiceRefusal(texts[1]?.text.trim() || "refused");
}

/** The root of a document with this name. Throws for any other text. */
export function rootOf(text: string, name: string): XmlElement {
  const root = readRoot(text);
  if (root?.name !== name) throw new Error("the answer is not the XML that it should be");
  return root;
}

/** All elements of a name below one, in order. */
function elementsIn(element: XmlElement, name: string): XmlElement[] {
  const children = element.children.filter((child): child is XmlElement => child instanceof XmlElement);
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsIn(child, name)]);
}

/** The first of them. */
function elementIn(element: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(element, name)[0];
}

function readRoot(text: string): XmlElement | null {
  try {
    return parseXml(text).root;
  } catch {
    // The parser's message shows a part of the text, which may be a whole page.
    return null;
  }
}
