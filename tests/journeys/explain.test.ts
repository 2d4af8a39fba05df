import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** The demonstration has no read-only reseller: the master makes one, as a person would. */
async function makeReader(): Promise<{ login: string; password: string }> {
  const account = { login: "reader", password: "Quiet-Harbour-77!" };
  const panel = await journey.openAs("administrator");
  await panel.open("/administrator/create");
  await panel.choose("Reseller", "Albion Voice");
  await panel.fillField("Login", account.login);
  await panel.fillPassword("Password", account.password);
  await panel.choose("Role", "Reseller");
  await panel.flip("Read-only");
  await panel.create("Create administrator");
  return account;
}

async function viewAs(panel: PanelPage, role: string): Promise<void> {
  await panel.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
  await panel.page.getByRole("menuitem", { name: "View as…" }).click();
  await panel.page.getByRole("dialog").getByRole("button", { name: role, exact: true }).click();
  await panel.see(`Viewing as ${role} (read-only view)`);
}

test("a reseller's read-only account is told why a page is not for it, and who could", async () => {
  const { login, password } = await makeReader();
  const panel = await journey.openPanel("/customer/create");
  await panel.logIn(login, password);
  await panel.seeHeading("Forbidden");
  await panel.see("Your account (Reseller, read only) may only read");
  await panel.see("Superuser master, Superuser, Reseller master, Reseller");

  await panel.openMenu("Domains");
  await panel.page.getByRole("button", { name: "Why can I not create one? (Domain)" }).click();
  const dialog = panel.page.getByRole("dialog", { name: "Why can I not create one? (Domain)" });
  await dialog.getByText("may only read").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  await panel.openMenu("Customers");
  await panel.act("Foxglove Bakery", "Why can I not edit this?");
  await panel.page.getByRole("dialog").getByText("Reseller master, Reseller").waitFor();
});

test("a reseller finds a locked field with its rule", async () => {
  const panel = await journey.openAs("shopkeeper");
  await panel.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
  await panel.page.getByRole("menuitem", { name: "My account" }).click();
  await panel.page.getByRole("button", { name: "Why can I not change “Role”?" }).click();
  const dialog = panel.page.getByRole("dialog");
  await dialog.getByText("The role Reseller may not change this field.").waitFor();
  await dialog.getByText("Superuser master").waitFor();
});

test("a master views as a reseller: fewer rows, fewer pages, no changes, and back", async () => {
  const panel = await journey.openAs("administrator");
  await panel.openMenu("Customers");
  const all = await panel.page
    .getByText(/^1–\d+ of \d+$/)
    .first()
    .innerText();

  await viewAs(panel, "Reseller");
  const entries = await panel.menu.getByRole("link").allTextContents();
  expect(entries).toContain("Customers");
  expect(entries).not.toContain("Resellers");
  await panel.openMenu("Customers");
  await panel.page
    .getByText(/^\d+–\d+ of \d+$|Nothing here yet/)
    .first()
    .waitFor();
  expect(await panel.main.innerText()).not.toContain(all);
  await panel.open("/domain/create");
  await panel.fillField("Domain", "nowhere.example");
  await panel.press("Create domain");
  await panel.see("Viewing as another role changes nothing");

  await panel.page.getByRole("button", { name: "Stop" }).click();
  await panel.page
    .getByRole("alertdialog")
    .or(panel.menu.getByRole("link", { name: "Resellers", exact: true }))
    .first()
    .waitFor();
  await panel.openMenu("Resellers");
  expect(await panel.page.getByText("read-only view").count()).toBe(0);
});

test("what was typed survives a session that has ended, for the one who typed it alone", async () => {
  const panel = await journey.openAs("administrator");
  await panel.open("/customer/4/edit");
  await panel.fillField("External ID", "GB-TYPED");
  // What the form still asks for would end the session before it is saved.
  await panel.page.waitForLoadState("networkidle");
  await panel.page.context().clearCookies();
  // On a busy machine something else may be asked first: then the form is gone before it can be saved.
  const save = panel.main.getByRole("button", { name: "Save", exact: true });
  await Promise.race([save.click({ timeout: 5_000 }).catch(() => undefined), panel.see("Your session has ended")]);
  await panel.see("Your session has ended");

  await panel.logIn("operator", journey.passwordOf("operator"));
  await panel.seeField("External ID", "GB-10009");
  await panel.page.context().clearCookies();
  await panel.page.reload();
  await panel.see(/Your session has ended|Log in/);
  await panel.logIn("administrator", journey.passwordOf("administrator"));
  await panel.seeField("External ID", "GB-TYPED");
  await panel.see("What you typed here earlier is back");
});
