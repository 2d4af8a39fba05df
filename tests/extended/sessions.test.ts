import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

async function openSessions(panel: PanelPage): Promise<void> {
  await panel.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
  await panel.page.getByRole("menuitem", { name: "Sessions" }).click();
  await sessionsIn(panel).first().waitFor();
}

const sessionsIn = (panel: PanelPage) => panel.main.getByRole("listitem").filter({ hasText: "Chrome on Linux" });
const rowsOf = (panel: PanelPage) => sessionsIn(panel).count();

test("a browser ends another one's session, which returns to the login", async () => {
  const there = await journey.openAs("operator");
  const here = await journey.openAs("operator");
  await openSessions(here);
  await expect.poll(() => rowsOf(here)).toBe(2);
  const other = sessionsIn(here).filter({ hasNotText: "This session" });
  await other.getByRole("button", { name: "End session: Chrome on Linux" }).click();
  await here.seeQuestion("Chrome on Linux will be logged out at once.");
  await here.confirm("End session");
  await expect.poll(() => rowsOf(here)).toBe(1);

  await there.reload();
  await there.see("Log in again");
  await there.seeAddress(/^\/login\/admin/);
});

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
