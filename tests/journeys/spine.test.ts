import { expect, test } from "vitest";
import { misfits } from "../support/fit.ts";
import { HttpClient } from "../support/httpClient.ts";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const CUSTOMER_CONTACT = "office@quayside.example";
const DOMAIN = "sip.harbourline.example";
const SUBSCRIBER = `counter@${DOMAIN}`;

const journey = startJourney();

test("a reseller's business is created, changed, kept over a restart, and its customer terminated", async () => {
  const before = await journey.openAs("administrator");
  await build(before);
  await change(before);

  await journey.restart();

  const after = await journey.openAs("administrator");
  await seeChanges(after);
  await terminateCustomer(after);
});

/** Creates a reseller by the API, and its customer with a subscriber by their forms. */
async function build(panel: PanelPage): Promise<void> {
  const { origin } = new URL(panel.page.url());
  const api = await HttpClient.login(origin, "administrator", journey.passwordOf("administrator"));
  const contact_id = await api.create("systemcontacts", { email: "billing@harbourline.example" });
  const contract = { contact_id, type: "reseller", status: "active", billing_profile_id: 1 } as const;
  const contract_id = await api.create("contracts", contract);
  const reseller_id = await api.create("resellers", { contract_id, name: "Harbourline", status: "active" });
  await api.create("billingprofiles", { reseller_id, handle: "harbour_flat", name: "Harbour flat" });
  await api.create("domains", { reseller_id, domain: DOMAIN });

  await panel.openMenu("Contacts", "Customer contacts");
  await panel.follow("Create customer contact");
  await panel.choose("Reseller", "Harbourline");
  await panel.fillField("Email", CUSTOMER_CONTACT);
  await panel.fillField("Company", "Quayside Chandlers");
  await panel.create("Create customer contact");

  await panel.openMenu("Customers");
  await panel.follow("Create customer");
  await panel.choose("Contact", CUSTOMER_CONTACT);
  await panel.choose("Billing profile", "Harbour flat");
  await panel.fillField("External ID", "QS-1");
  await panel.create("Create customer");

  await panel.openMenu("Subscribers");
  await panel.follow("Create subscriber");
  await panel.choose("Customer", CUSTOMER_CONTACT);
  await panel.choose("Domain", DOMAIN);
  await panel.fillField("SIP username", "counter");
  await panel.fillPassword("SIP password", "Tide-Table-7!x");
  await panel.fillField("Country code", "44", { within: "Primary number" });
  await panel.fillField("Area code", "1632", { within: "Primary number" });
  await panel.fillField("Subscriber number", "960777", { within: "Primary number" });
  await seeThatAllFits(panel);
  await panel.create("Create subscriber");
}

/** From the narrowest phone to a desktop, nothing is cut off, overlaps or scrolls sideways. */
async function seeThatAllFits({ page }: PanelPage): Promise<void> {
  expect(await misfits(page), page.url()).toEqual([]);
}

/** Each form changes its record as these do. */
async function change(panel: PanelPage): Promise<void> {
  await goTo(panel, "Customers", "QS-1");
  await edit(panel, "Quayside Chandlers", "External ID", "QS-2");
  await goTo(panel, "Subscribers", "counter");
  await edit(panel, SUBSCRIBER, "Display name", "Shop counter");
}

async function edit(panel: PanelPage, record: string, field: string, value: string): Promise<void> {
  await panel.act(record, "Edit");
  await panel.fillField(field, value);
  await panel.saveAndClose();
}

async function seeChanges(panel: PanelPage): Promise<void> {
  await seeDetail(panel, "Domains", DOMAIN, DOMAIN, ["Reseller", "Harbourline"]);
  await seeDetail(panel, "Customers", "QS-2", "Quayside Chandlers", ["Billing profile", "Harbour flat"]);
  await seeDetail(panel, "Subscribers", "counter", SUBSCRIBER, ["Display name", "Shop counter"]);
}

type Fact = readonly [label: string, value: string];

async function seeDetail(panel: PanelPage, list: string, search: string, record: string, fact: Fact): Promise<void> {
  await goTo(panel, list, search);
  await seeThatAllFits(panel);
  await panel.follow(record);
  await panel.seeFact(...fact);
  await seeThatAllFits(panel);
}

/** Opens a list from the menu and searches. */
async function goTo(panel: PanelPage, list: string, search: string): Promise<void> {
  await panel.openMenu(list);
  await panel.search(search);
}

async function terminateCustomer(panel: PanelPage): Promise<void> {
  await goTo(panel, "Customers", "QS-2");
  await panel.act("Quayside Chandlers", "Terminate customer");
  await panel.seeQuestion("Quayside Chandlers will be terminated");
  await seeThatAllFits(panel);
  await panel.confirm("Terminate customer");
  await panel.seeNotice("Quayside Chandlers terminated");

  await panel.visit("/customer");
  await panel.search("QS-2");
  await panel.see("Nothing matches these filters.");
  await panel.press("Remove filter Status");
  await panel.seeRow("Quayside Chandlers", "Terminated");
  await goTo(panel, "Subscribers", "counter");
  await panel.see("Nothing matches these filters.");
}
