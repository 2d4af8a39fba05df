import { test } from "vitest";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("users who fail too often are banned until an administrator lifts the ban", async () => {
  const login = "spreeklang";
  const person = await journey.openPanel("/dashboard");
  for (let attempt = 0; attempt < 5; attempt++) {
    await person.sendLogin(login, `guess ${attempt}`);
    await person.see("Wrong credentials");
  }
  await person.sendLogin(login, journey.passwordOf(login));
  await person.see(/this login is banned for a while\. Try again in [45] minutes/);

  const administrator = await journey.openAs("administrator");
  await administrator.openMenu("Security bans", "Banned users");
  await administrator.seeAddress("/security");
  await administrator.seeRow(login, "127.0.0.1");
  await administrator.follow("Banned IP addresses");
  await administrator.see("No IP address is banned.");
  await administrator.follow("Banned users");

  // By keyboard: the last entry of the row menu, then past Cancel to the confirmation.
  await administrator
    .row(login)
    .getByRole("button", { name: `Actions for ${login}` })
    .focus();
  const { keyboard } = administrator.page;
  await keyboard.press("Enter");
  await administrator.page.getByRole("menuitem", { name: "Lift ban" }).waitFor();
  await keyboard.press("End");
  await keyboard.press("Enter");
  await administrator.seeQuestion(`${login} can log in again at once.`);
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await administrator.seeNotice(`${login} can log in again`);
  await administrator.seeNoRow(login);

  await person.logIn(login, journey.passwordOf(login));
});

test("a reseller cannot open the security page", async () => {
  const panel = await journey.openAs("spreeklang", { address: "/security" });
  await panel.see("Forbidden");
});
