import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

/** An account with an expired password. */
const late = "operator";

const journey = startJourney({
  env: { PASSWORD_MAX_AGE_DAYS: "90" },
  prepare: async ({ databaseUrl }) => {
    const database = await openDatabase({ databaseUrl });
    await sql`update admins set password_changed_at = '2020-01-01' where login = ${late}`.execute(database.kysely);
    await database.close();
  },
});

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

test("the response is the same for unknown users", async () => {
  const panel = await journey.openPanel("/recoverpassword");
  await panel.page.getByRole("button", { name: "Send reset link" }).click();
  await panel.see("Enter your user name.");
  await panel.page.getByRole("textbox", { name: "User name" }).fill("nobody-here");
  await panel.page.getByRole("button", { name: "Send reset link" }).click();
  await panel.seeHeading("Check your email");
});

test("an expired password is replaced at the login", async () => {
  const panel = await journey.openPanel("/customer");
  await panel.sendLogin(late, journey.passwordOf(late));
  await panel.see("Your password has expired");
  await choosePassword(panel, journey.passwordOf(late));
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.see("Used before");
  await choosePassword(panel, "Fresh-otter8");
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.seeHeading("Customers");
  // No script keeps the token.
  expect(await panel.page.evaluate(() => localStorage.getItem("v1_auth"))).toBeNull();
});

test("changing the password logs out the other browser, not this one", async () => {
  const [here, elsewhere] = [await journey.openAs("administrator"), await journey.openAs("administrator")];
  const id = await here.page.evaluate(() => localStorage.getItem("aui_adminId"));
  await here.visit(`/administrator/${id}/details/security`);
  await choosePassword(here, "Fresh-otter8");
  await here.press("Change password");
  await here.seeNotice("Your password has been changed");
  await here.openMenu("Domains");

  await elsewhere.menu.getByRole("link", { name: "Domains", exact: true }).click();
  await elsewhere.see("Your session has ended");
  await elsewhere.logIn("administrator", "Fresh-otter8");
});
