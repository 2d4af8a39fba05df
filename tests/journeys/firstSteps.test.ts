import { expect, test } from "vitest";
import { countWork } from "../support/countWork.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const OWN_PASSWORD = "Fresh-otter8";
const journey = startJourney({ isEmpty: true });

const steps = ({ main }: PanelPage) => main.getByRole("region", { name: "First steps" });

/** Opens a step's form from the dashboard, once this many are done. */
async function begin(panel: PanelPage, step: string, done: number): Promise<void> {
  if (done > 0) await panel.openMenu("Dashboard");
  await steps(panel).getByText(`${done} of 6 done`).waitFor();
  const next = steps(panel).getByRole("listitem").filter({ hasText: "Next" });
  await next.getByRole("link", { name: step, exact: true }).click();
}

/** The printed password only allows choosing another one. */
async function logInForTheFirstTime(panel: PanelPage): Promise<void> {
  await panel.sendLogin("administrator", journey.passwordOf("administrator"));
  await panel.see("Your password has expired");
  await panel.page.getByLabel("New password", { exact: true }).fill(OWN_PASSWORD);
  await panel.page.getByLabel("Repeat the new password").fill(OWN_PASSWORD);
  await panel.page.getByRole("button", { name: "Set the new password" }).click();
  await panel.seeHeading("Dashboard");
}

/** A reseller stands on a contract, and that on a contact: each form leads to the next and back. */
async function createReseller(panel: PanelPage): Promise<void> {
  await panel.seeHeading("Create reseller");
  await panel.press("Create reseller contract");
  await panel.seeHeading("Create reseller contract");
  await panel.press("Create system contact");
  await panel.seeHeading("Create system contact");
  await panel.fillField("Email", "contracts@harbourline.example");
  await panel.create("Create system contact");
  await panel.seeHeading("Create reseller contract");
  await panel.choose("Billing profile", "Default");
  await panel.create("Create reseller contract");
  await panel.seeHeading("Create reseller");
  await panel.fillField("Name", "Harbourline");
  await panel.create("Create reseller");
}

async function createPeering(panel: PanelPage): Promise<void> {
  await panel.seeHeading("Create peering group");
  await panel.press("Create peering contract");
  await panel.seeHeading("Create peering contract");
  await panel.choose("Contact", "harbourline");
  await panel.choose("Billing profile", "Default");
  await panel.create("Create peering contract");
  await panel.seeHeading("Create peering group");
  await panel.fillField("Name", "North Sea Carrier");
  await panel.press("Create peering server");
  await panel.fillField("Name", "north-1", { within: "Peering server 1" });
  await panel.fillField("IP address", "192.0.2.77");
  await panel.create("Create peering group");
}

async function createCustomer(panel: PanelPage): Promise<void> {
  await panel.seeHeading("Create customer");
  await panel.press("Create customer contact");
  await panel.fillField("Email", "office@quayside.example");
  await panel.press("Create subscriber");
  await panel.fillField("SIP username", "counter");
  await panel.press("Generate a password");
  for (const [part, text] of [
    ["Country code", "44"],
    ["Area code", "1632"],
    ["Subscriber number", "960777"],
  ] as const)
    await panel.fillField(part, text, { within: "Primary number" });
  await panel.create("Create customer");
}

test("from an empty database to the first subscriber, with the printed password and nothing else", async () => {
  const panel = await journey.openPanel("/dashboard");
  await logInForTheFirstTime(panel);
  const work = await countWork(panel);

  await begin(panel, "Reseller", 0);
  await createReseller(panel);

  await begin(panel, "Domain", 1);
  await panel.fillField("Domain", "sip.harbourline.example");
  await panel.create("Create domain");

  await begin(panel, "Billing profile", 2);
  await panel.fillField("Handle", "flat");
  await panel.fillField("Name", "Harbour flat");
  await panel.create("Create billing profile");

  await begin(panel, "SIP peering group", 3);
  await createPeering(panel);

  await begin(panel, "Customer", 4);
  await createCustomer(panel);

  await panel.openMenu("Dashboard");
  await panel.main.getByRole("link", { name: "1Subscribers" }).waitFor();
  await steps(panel).waitFor({ state: "detached" });
  const { clicks, pages } = await work();
  console.log(`first subscriber on an empty database: ${clicks} clicks, ${pages} pages`);
  expect(clicks).toBeLessThanOrEqual(40);

  await panel.reload();
  await panel.main.getByRole("link", { name: "1Subscribers" }).waitFor();
  expect(await steps(panel).count()).toBe(0);
});
