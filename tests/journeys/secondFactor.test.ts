import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** The app's current code, or one some 30-second steps away. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** The secret on the screen, for typing into an app. */
async function shownSecret(panel: PanelPage): Promise<string> {
  const picture = panel.page.getByRole("img", { name: "QR code for an authenticator app" });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  return (await panel.page.locator("div:has(> img) code").innerText()).replaceAll(" ", "");
}

async function sendCode(panel: PanelPage, code: string): Promise<void> {
  await panel.page.getByLabel("One-time password").fill(code);
  await panel.page.getByRole("button", { name: "Log in" }).click();
}

async function openSecurity(panel: PanelPage): Promise<void> {
  await panel.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
  await panel.page.getByRole("menuitem", { name: "Security" }).click();
  await panel.page.getByRole("heading", { name: "Second factor" }).waitFor();
}

test("a user sets up an app, logs in with its codes and turns it off again", async () => {
  const panel = await journey.openAs("operator");
  await openSecurity(panel);
  await panel.press("Set up second factor");
  const secret = await shownSecret(panel);
  await panel.page.getByLabel("Code from the app").fill("000000");
  await panel.press("Confirm");
  await panel.page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
  await panel.page.getByLabel("Code from the app").fill(codeOf(secret, -1));
  await panel.press("Confirm");
  await panel.page.getByText("On", { exact: true }).waitFor();

  await panel.logOut();
  await panel.sendLogin("operator", journey.passwordOf("operator"));
  await panel.see("Enter a one-time password as well.");
  await panel.see("ask a master administrator to reset");
  await sendCode(panel, "000000");
  await panel.see("The one-time password is missing or wrong.");
  await sendCode(panel, codeOf(secret));
  await panel.main.waitFor();

  await openSecurity(panel);
  await panel.press("Turn off second factor");
  await panel.confirm("Turn off second factor");
  await panel.page.getByText("Off", { exact: true }).waitFor();
  await panel.reload();
  await panel.page.getByText("Off", { exact: true }).waitFor();
});

test("a master requires a second factor, which the user sets up at login, and resets it when the phone is lost", async () => {
  const master = await journey.openAs("albion-voice");
  await master.openMenu("Administrators");
  await master.act("caredesk", "Details");
  await master.page.getByRole("link", { name: "Security" }).click();
  await master.flip("Require second factor");
  await master.page.getByText("To be set up", { exact: true }).waitFor();

  const person = await journey.openPanel("/dashboard");
  await person.sendLogin("caredesk", journey.passwordOf("caredesk"));
  const secret = await shownSecret(person);
  await sendCode(person, codeOf(secret, -1));
  await person.main.waitFor();

  await master.reload();
  await master.press("Reset second factor");
  await master.seeQuestion("The app of caredesk will stop working");
  await master.confirm("Reset second factor");
  await master.page.getByText("To be set up", { exact: true }).waitFor();
  await person.reload();
  await person.see("Log in again");

  await person.sendLogin("caredesk", journey.passwordOf("caredesk"));
  const anew = await shownSecret(person);
  expect(anew).not.toBe(secret);
  await sendCode(person, codeOf(secret, 1));
  await person.see("The one-time password is missing or wrong.");
  await sendCode(person, codeOf(anew));
  await person.main.waitFor();
});
