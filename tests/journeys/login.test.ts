import { expect, test } from "vitest";
import { settle } from "../support/browser.ts";
import { startJourney } from "../support/journey.ts";
import { Transfers } from "../support/transfers.ts";

const journey = startJourney();

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
