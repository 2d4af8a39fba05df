import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** The latest message in the server's outbox folder. */
async function newestMail(): Promise<string> {
  const outbox = join(journey.folder, "outbox");
  let files: string[] = [];
  await expect
    .poll(async () => {
      files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
      return files.length;
    })
    .toBeGreaterThan(0);
  return readFile(join(outbox, files.sort().at(-1) ?? ""), "utf8");
}

async function choosePassword(panel: PanelPage, password: string): Promise<void> {
  await panel.page.getByLabel("New password", { exact: true }).fill(password);
  await panel.page.getByLabel("Repeat the new password").fill(password);
}

test("a forgotten password is reset by a one-time link, and other sessions end", async () => {
  const elsewhere = await journey.openAs("caredesk");
  const panel = await journey.openPanel("/login/admin");
  await panel.page.getByRole("link", { name: "Forgot your password?" }).click();
  // The login page has a field with the same name.
  await panel.seeHeading("Forgot your password?");
  await panel.page.getByRole("textbox", { name: "User name" }).fill("caredesk");
  await panel.page.getByRole("button", { name: "Send reset link" }).click();
  await panel.seeHeading("Check your email");
  const mail = await newestMail();
  expect(mail).toContain("To: caredesk@platform.example");
  const link = /http\S+/.exec(mail)?.[0] ?? "";

  await panel.page.goto(link);
  await panel.seeHeading("Choose a new password");
  expect(panel.page.url()).not.toContain("token");
  await choosePassword(panel, "Passw0rd!");
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.see("Too common");
  await choosePassword(panel, "Fresh-otter8");
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.seeHeading("Your new password is set");
  await panel.page.getByRole("link", { name: "Go to the login page" }).click();
  await panel.logIn("caredesk", "Fresh-otter8");

  await elsewhere.menu.getByRole("link", { name: "Customers", exact: true }).click();
  await elsewhere.see("Your session has ended");

  await panel.page.goto("about:blank");
  await panel.page.goto(link);
  await choosePassword(panel, "Other-otter9");
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.see("This link is no longer valid");
  await panel.page.getByRole("button", { name: "Send reset link" }).waitFor();
});
