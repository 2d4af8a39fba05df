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

test("all other sessions end at once, and ending the current one logs out", async () => {
  const there = [await journey.openAs("shopkeeper"), await journey.openAs("shopkeeper")];
  const here = await journey.openAs("shopkeeper");
  await openSessions(here);
  await expect.poll(() => rowsOf(here)).toBe(3);
  await here.press("End all other sessions");
  await here.confirm("End all other sessions");
  await expect.poll(() => rowsOf(here)).toBe(1);
  for (const panel of there) {
    await panel.reload();
    await panel.see("Log in again");
  }

  await sessionsIn(here).filter({ hasText: "This session" }).getByRole("button").click();
  await here.seeQuestion("you will be logged out");
  await here.dialog.getByRole("button", { name: "End session" }).click();
  await here.see("You are logged out.");
});

test("a master ends another user's sessions", async () => {
  const person = await journey.openAs("caredesk");
  const master = await journey.openAs("administrator");
  await master.openMenu("Administrators");
  await master.search("caredesk");
  await master.act("caredesk", "Details");
  await master.page.getByRole("link", { name: "Sessions" }).click();
  await expect.poll(() => rowsOf(master)).toBe(1);
  await master.press("End all sessions");
  await master.seeQuestion("caredesk will be logged out everywhere.");
  await master.confirm("End all sessions");
  await master.see("nobody is logged in");
  await person.reload();
  await person.see("Log in again");
});
