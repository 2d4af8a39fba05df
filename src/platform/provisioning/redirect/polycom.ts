import { escapeXml } from "../../../core/escapeXml.ts";
import { callService } from "./callService.ts";
import { elementIn, rootOf } from "./readXml.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { allowRefusal, ServiceRefusal } from "./serviceRefusal.ts";

const basePackage = "<package-data><base-package-name>default</base-package-name></package-data>";

/**
 * Registers phones with an account of Polycom's console, which has the address that they are sent to. Its XML is no
 * XML-RPC, and carries the credentials itself.
 */
export function polycom(access: ServiceAccess): RedirectService {
  const account = escapeXml(access.profile);
  return {
    async register(mac) {
      await allowRefusal(send(access, "add-package", basePackage));
      const device =
        deviceOf(mac) +
        `<sip-device-common-params><templateCriteria>${account}</templateCriteria></sip-device-common-params>` +
        `${basePackage}<vendor-extensions/>`;
      await send(access, "add-sip-device", device);
    },
    unregister: (mac) => send(access, "delete-sip-device", deviceOf(mac)),
  };
}

function deviceOf(mac: string): string {
  return `<device-params><deviceId>${mac}</deviceId><serialNo>${mac}</serialNo><vendor>Polycom</vendor><vendorModel>Polycom_UCS_Device</vendorModel></device-params>`;
}

async function send(
  { url, user, password, profile, signal }: ServiceAccess,
  action: string,
  content: string,
): Promise<void> {
  if (profile === "") throw new Error("the model has no profile");
  const body =
    `<?xml version="1.0" encoding="UTF-8"?>` +
    `<request userid="${escapeXml(user)}" password="${escapeXml(password)}" message-id="1001">` +
    `<${action} account-id="${escapeXml(profile)}">${content}</${action}></request>`;
  const headers = { "content-type": "text/xml; charset=utf-8" };
  const answer = await callService({ method: "POST", url, headers, body }, signal);
  if (!answer.isOk) throw new Error(`HTTP ${answer.status}`);
  readStatus(answer.text);
}

function readStatus(text: string): void {
  const status = elementIn(rootOf(text, "response"), "status");
  const member = (name: string) => (status && (elementIn(status, name)?.text ?? status.attributes[name]))?.trim();
  const code = member("ErrorCode");
  if (!code) throw new Error("the answer has no status");
  if (Number(code) !== 0) throw new ServiceRefusal(member("ErrorMessage") || `error ${code}`);
}
