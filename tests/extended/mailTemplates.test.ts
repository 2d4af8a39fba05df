import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** Waits for another message in the server's outbox folder. */
async function nextMail(send: () => Promise<void>): Promise<string> {
  const outbox = join(journey.folder, "outbox");
  const files = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml")).sort();
  const before = await files();
  await send();
  await expect.poll(async () => (await files()).length).toBe(before.length + 1);
  return readFile(join(outbox, (await files()).at(-1) ?? ""), "utf8");
}

const preview = ({ page }: PanelPage) => page.getByRole("region", { name: "Preview", exact: true });

test("a template from its placeholders by a test message to the customer that uses it", async () => {
  const panel = await journey.goOnAs("administrator", "/emailtemplate/create");
  const { page } = panel;
  await panel.choose("Reseller", "Albion Voice");
  await panel.fillField("Name", "journey_welcome");
  await panel.fillField("Sender", "service@albionvoice.example");
  await panel.fillField("Subject", "Welcome, ");
  await page.getByRole("button", { name: "Insert username", exact: true }).click();
  await panel.seeField("Subject", "Welcome, [% username %]");
  await panel.fillField("Text", "Your address: [% subscribr %]");
  await panel.press("Create email template");
  await panel.seeProblem("Text", "The closest placeholder is subscriber");
  await panel.fillField("Text", "Your address: ");
  await page.getByRole("button", { name: "Insert subscriber", exact: true }).click();

  const subscriber = page.getByRole("combobox", { name: /^Data from: / });
  await subscriber.fill("a");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect.poll(() => subscriber.inputValue()).toMatch(/../);
  const [username] = (await subscriber.inputValue()).split("@");
  await preview(panel).getByText(`Welcome, ${username}`, { exact: true }).waitFor();

  const mail = await nextMail(() => panel.press("Send test message"));
  await panel.seeNotice("There is no mail server: the message to administrator@platform.example");
  expect(mail).toMatch(/^To: administrator@platform\.example\r$/m);
  expect(mail).toMatch(/^Subject: Welcome, ada\r$/m);
  await panel.create("Create email template");

  await panel.openMenu("Customers");
  await panel.search("Redcar Cycles");
  await panel.follow("Redcar Cycles");
  await panel.follow("Edit");
  await panel.choose("Template for new subscribers", "journey_welcome");
  await panel.saveAndClose();
  await panel.follow("Master data");
  await panel.see("journey_welcome");
});
