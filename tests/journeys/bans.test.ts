import { test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("who fails too often is banned, and gets in again once an administrator lifts the ban", async () => {
  const login = "spreeklang";
  const person = await journey.openPanel("/dashboard");
  for (let attempt = 0; attempt < 5; attempt++) {
    await person.sendLogin(login, `guess ${attempt}`);
    await person.see("Wrong credentials");
  }
  await person.sendLogin(login, journey.passwordOf(login));
  await person.see(/this login is banned for a while\. Try again in [45] minutes/);

  const administrator = await journey.openAs("administrator");
  await administrator.openMenu("Security Bans", "Banned users");
  await administrator.seeAddress("/security");
  await administrator.seeRow(login, "127.0.0.1");
  await administrator.follow("Banned IP addresses");
  await administrator.see("Nothing here yet.");
  await administrator.follow("Banned users");

  // By keyboard: the row's menu, its last entry, and past the way back to the button that does it.
  await administrator
    .row(login)
    .getByRole("button", { name: `Actions for ${login}` })
    .focus();
  const { keyboard } = administrator.page;
  await keyboard.press("Enter");
  await administrator.page.getByRole("menuitem", { name: "Lift ban" }).waitFor();
  await keyboard.press("End");
  await keyboard.press("Enter");
  await administrator.seeQuestion(`${login} may log in again at once.`);
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await administrator.seeNotice(`${login} may log in again`);
  await administrator.seeNoRow(login);

  await person.logIn(login, journey.passwordOf(login));
});

test("a reseller has no such page", async () => {
  const panel = await journey.openAs("spreeklang");
  await panel.open("/security");
  await panel.see("Forbidden");
});
