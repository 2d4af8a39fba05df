import { escapeXml } from "../../../core/escapeXml.ts";
import { callService, type ServiceAccess } from "./callService.ts";
import { elementIn, elementsIn, rootOf } from "./readXml.ts";
import { ServiceRefusal } from "./serviceRefusal.ts";

/**
 * Calls a method with texts. Throws the text of a fault, a `ServiceRefusal` for a result that is false, and an error for
 * whatever else is no answer.
 */
export async function callXmlRpc(access: ServiceAccess, method: string, params: readonly string[]): Promise<void> {
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
