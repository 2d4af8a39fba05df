import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { escapeXml } from "../../../core/escapeXml.ts";
import type { ServiceAccess } from "./redirectService.ts";

/** Milliseconds until a service counts as down. */
const TIMEOUT = 25_000;
/** Bytes of an answer that are read. */
const LONGEST = 64 * 1024;

/** Calls a method with texts. Throws the text of a fault, and whatever else is no answer. */
export async function callXmlRpc(access: ServiceAccess, method: string, params: readonly string[]): Promise<void> {
  const values = params.map((text) => `<param><value><string>${escapeXml(text)}</string></value></param>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${values.join("")}</params></methodCall>`;
  const credentials = Buffer.from(`${access.user}:${access.password}`, "utf8").toString("base64");
  const answer = await fetch(access.url, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}`, "content-type": "text/xml; charset=utf-8" },
    body,
    // Credentials must not follow to wherever an answer points.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const fault = faultIn((await answer.text()).slice(0, LONGEST));
  if (fault !== undefined) throw new Error(fault);
}

/** What a service says is wrong: the text of a fault, or that of a result that is no success. */
function faultIn(text: string): string | undefined {
  const { root } = parseXml(text);
  if (root?.name !== "methodResponse") throw new Error("not an XML-RPC answer");
  if (!find(root, "fault")) return undefined;
  const members = all(root, "member");
  const named = members.find((member) => find(member, "name")?.text === "faultString");
  return find(named ?? root, "value")?.text.trim() || "fault";
}

function all(element: XmlElement, name: string): XmlElement[] {
  const children = element.children.filter((child): child is XmlElement => child instanceof XmlElement);
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

const find = (element: XmlElement, name: string) => all(element, name)[0];
