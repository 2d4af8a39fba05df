import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

test("wrong credentials are refused in words, and the user name stays", async () => {
  const panel = await journey.openPanel("/dashboard");
  await panel.sendLogin("administrator", "not the password");
  await panel.see("Wrong credentials");
  expect(await panel.page.getByRole("textbox", { name: "User name" }).inputValue()).toBe("administrator");
  await panel.seeAddress(/^\/login\/admin/);
});

test("an address from a bookmark survives the login", async () => {
  const panel = await journey.openPanel("/customer/3/details");
  await panel.seeAddress(/^\/login\/admin/);
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeHeading("Tidewater Logistics");
  await panel.seeAddress("/customer/3/details");
});

test("after logging out nothing opens without a new login", async () => {
  const panel = await journey.openAs("administrator");
  await panel.logOut();
  await panel.see("You are logged out.");
  expect(await panel.page.evaluate(() => localStorage.getItem("aui_adminId"))).toBeNull();
  await panel.open("/customer");
  await panel.seeAddress(/^\/login\/admin/);
});

test("a session that has ended leads to the login once, and from there back", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Customers");
  const logins: string[] = [];
  panel.page.on("framenavigated", (frame) => {
    if (frame.url().includes("/login/admin")) logins.push(frame.url());
  });
  // Whatever else the page still asked for would end the session before the click does.
  await settle(panel.page);
  await panel.page.waitForLoadState("networkidle");
  await panel.page.context().clearCookies();

  await panel.menu.getByRole("link", { name: "Domains", exact: true }).click();

  await panel.see("Your session has ended");
  expect(logins).toHaveLength(1);
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeHeading("Domains");
  await panel.seeAddress("/domain");
});

test("a token handed over by the older panel logs in and leaves the address", async () => {
  const panel = await journey.openPanel("/dashboard");
  const credentials = { username: "administrator", password: journey.passwordOf("administrator") };
  const answer = await panel.page.request.post(new URL("/login_jwt", panel.page.url()).href, { data: credentials });
  const { jwt } = (await answer.json()) as { jwt: string };

  await panel.page.goto(new URL(`/?v1_auth=${jwt}#/customer/3/details`, panel.page.url()).href);

  await panel.seeHeading("Tidewater Logistics");
  expect(new URL(panel.page.url()).search).toBe("");
  expect(panel.page.url()).not.toContain(jwt);
  // Kept by the gateway: no script of the page can read it.
  const kept = await panel.page.evaluate(() => [document.cookie, JSON.stringify(localStorage)].join());
  expect(kept).not.toContain(jwt.split(".")[0]);
});
