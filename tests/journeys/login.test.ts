import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";
import { Transfers } from "../support/transfers.ts";

const journey = startJourney();

test("wrong credentials show an error and keep the user name", async () => {
  const panel = await journey.openPanel("/dashboard");
  await panel.sendLogin("administrator", "not the password");
  await panel.see("Wrong credentials");
  expect(await panel.page.getByRole("textbox", { name: "User name" }).inputValue()).toBe("administrator");
  await panel.seeAddress(/^\/login\/admin/);
});

test("a bookmarked URL survives the login", async () => {
  const panel = await journey.openPanel("/customer/3/details");
  await panel.seeAddress(/^\/login\/admin/);
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeHeading("Tidewater Logistics");
  await panel.seeAddress("/customer/3/details");
});

test("login, dashboard and a list take at most 40 files and 400 KB", async () => {
  const panel = await journey.newPanel();
  const transfers = await Transfers.of(panel.page);
  await panel.open("/dashboard");
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeHeading("Dashboard");
  await settle(panel.page);
  await panel.page.waitForLoadState("networkidle");

  await panel.openMenu("Customers");

  const { files, bytes } = await transfers.untilFirstRow();
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(40);
  expect(bytes / 1024, files.join("\n")).toBeLessThanOrEqual(400);
});

test("after logout nothing opens without a new login", async () => {
  const panel = await journey.openAs("administrator");
  await panel.logOut();
  await panel.see("You are logged out.");
  expect(await panel.page.evaluate(() => localStorage.getItem("aui_adminId"))).toBeNull();
  await panel.open("/customer");
  await panel.seeAddress(/^\/login\/admin/);
});

test("an ended session redirects to the login once, and back afterwards", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Customers");
  const logins: string[] = [];
  panel.page.on("framenavigated", (frame) => {
    if (frame.url().includes("/login/admin")) logins.push(frame.url());
  });
  // A request in the background would end the session before the click does, and take the menu away.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await panel.page.route("**/api/**", async (route) => {
    await held;
    await route.continue();
  });
  await panel.menu.getByRole("link", { name: "Domains", exact: true }).click();
  await panel.seeAddress("/domain");
  // Held requests take their cookies when they go on.
  await panel.page.context().clearCookies();
  letGo();

  await panel.see("Your session has ended");
  expect(logins).toHaveLength(1);
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeHeading("Domains");
  await panel.seeAddress("/domain");
});

test("a token from the legacy panel logs in and is removed from the URL", async () => {
  const panel = await journey.openPanel("/dashboard");
  const credentials = { username: "administrator", password: journey.passwordOf("administrator") };
  const answer = await panel.page.request.post(new URL("/login_jwt", panel.page.url()).href, { data: credentials });
  const { jwt } = (await answer.json()) as { jwt: string };

  await panel.page.goto(new URL(`/?v1_auth=${jwt}#/customer/3/details`, panel.page.url()).href);

  await panel.seeHeading("Tidewater Logistics");
  expect(new URL(panel.page.url()).search).toBe("");
  expect(panel.page.url()).not.toContain(jwt);
  // The session cookie is not accessible to scripts.
  const kept = await panel.page.evaluate(() => [document.cookie, JSON.stringify(localStorage)].join());
  expect(kept).not.toContain(jwt.split(".")[0]);
});
