import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** Saves a file and returns its name and contents. */
async function download(panel: PanelPage, press: () => Promise<void>) {
  const [saved] = await Promise.all([panel.page.waitForEvent("download"), press()]);
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

test("a certificate is created, replaced after a confirmation, and revoked", async () => {
  const panel = await journey.openAs("administrator", { address: "/administrator/1/details/api-access" });
  await panel.seeFact("State", "No certificate");

  const { name, bytes } = await download(panel, () => panel.press("Create certificate"));
  const files = unzipSync(bytes);
  const text = (file: string) => strFromU8(files[file] ?? new Uint8Array());
  const certificate = new X509Certificate(text("client-certificate.pem"));
  const serial = certificate.serialNumber.toLowerCase();
  expect(name).toBe(`api-certificate-${serial}.zip`);
  expect(certificate.subject).toContain("CN=administrator");
  expect(certificate.checkPrivateKey(createPrivateKey(text("client-key.pem")))).toBe(true);
  await panel.seeNotice("Certificate created");
  await panel.seeFact("State", "Valid");
  await panel.seeFact("Serial number", serial);

  const authority = await download(panel, () => panel.press("Download CA certificate"));
  expect(authority.name).toBe("api-ca.pem");
  expect(certificate.verify(new X509Certificate(authority.bytes).publicKey)).toBe(true);
  await panel.seeNotice("CA certificate saved");

  await panel.press("Create new certificate");
  await panel.seeQuestion("The current certificate of administrator will be revoked");
  const second = await download(panel, () => panel.confirm("Revoke and create"));
  await panel.seeNotice("Certificate created");
  await panel.seeFact("Serial number", second.name.replace(/^api-certificate-|\.zip$/g, ""));

  await panel.press("Revoke");
  await panel.seeQuestion("will no longer be able to log in");
  await panel.confirm("Revoke certificate");
  await panel.seeNotice("Certificate revoked");
  await panel.seeFact("State", "No certificate");
});
