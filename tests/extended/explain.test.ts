import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

/** The demo data has no read-only reseller, so a master creates one. */
async function createReader(): Promise<{ login: string; password: string }> {
  const account = { login: "reader", password: "Quiet-Harbour-77!" };
  const panel = await journey.goOnAs("administrator", "/administrator/create");
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

test("a read-only reseller sees why a page is forbidden and which roles may open it", async () => {
  const { login, password } = await createReader();
  const panel = await journey.openPanel("/customer/create");
  await panel.logIn(login, password);
  await panel.seeHeading("Forbidden");
  await panel.see("Your account (Reseller, read-only) is read-only");
  await panel.see("Superuser master, Superuser, Reseller master, Reseller");

  await panel.openMenu("Domains");
  await panel.page.getByRole("button", { name: "Why can’t I create one? (Domain)" }).click();
  const dialog = panel.page.getByRole("dialog", { name: "Why can’t I create one? (Domain)" });
  await dialog.getByText("is read-only").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  await panel.openMenu("Customers");
  await panel.act("Foxglove Bakery", "Why can’t I edit this?");
  await panel.page.getByRole("dialog").getByText("Reseller master, Reseller").waitFor();
});

test("a master views as a reseller: fewer rows, fewer pages, no changes, and back again", async () => {
  const panel = await journey.goOnAs("administrator");
  await panel.openMenu("Customers");
  const all = await panel.page
    .getByText(/^1–\d+ of \d+$/)
    .first()
    .innerText();

  await viewAs(panel, "Reseller");
  await panel.menu.getByRole("link", { name: "Resellers", exact: true }).waitFor({ state: "detached" });
  await panel.menu.getByRole("link", { name: "Customers", exact: true }).waitFor();
  await panel.openMenu("Customers");
  await expect
    .poll(async () => /^\d+–\d+ of \d+$|Nothing here yet/m.exec(await panel.main.innerText())?.[0])
    .toSatisfy((shown) => shown !== undefined && shown !== all);
  await panel.visit("/domain/create");
  await panel.fillField("Domain", "nowhere.example");
  await panel.press("Create domain");
  await panel.see("You cannot change anything while viewing as another role");

  await panel.page.getByRole("button", { name: "Stop" }).click();
  await panel.page
    .getByRole("alertdialog")
    .or(panel.menu.getByRole("link", { name: "Resellers", exact: true }))
    .first()
    .waitFor();
  await panel.openMenu("Resellers");
  expect(await panel.page.getByText("read-only view").count()).toBe(0);
});
