import { test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const RESELLER = "Albion Voice";
const COMPANY = "Pier Kiosk";
const CONTACT = "office@pier-kiosk.example";
const DOMAIN = "sip.albion-voice.example";
const PACKAGE = "Pay as you go";
const VOUCHER = "PIER-2026";
/** How a page shows that no level is set. */
const NO_LOCK = "—";
const SUBSCRIBER = `kiosk@${DOMAIN}`;

const journey = startJourney();

test("a prepaid customer redeems a voucher, is locked below the threshold, and unlocked by a top-up", async () => {
  const panel = await journey.openAs("administrator", { address: "/package" });
  await readPackage(panel);
  await createCustomer(panel);
  await createSubscriber(panel);
  await createVoucher(panel);

  await openBalance(panel);
  await panel.seeFact("Cash balance", "10.00");
  await redeem(panel);
  await panel.seeNotice("Voucher top-up: done");
  await panel.seeFact("Cash balance", "35.00");

  await panel.follow("Edit balance");
  await panel.fillField("Cash balance", "0.50");
  await panel.saveAndClose();
  await panel.seeFact("Cash balance", "0.50");
  await seeLock(panel, "All outgoing calls");

  await openBalance(panel);
  await redeem(panel);
  await panel.seeProblem("Code", "The voucher has already been redeemed");
  await panel.fillField("Code", "");
  await panel.press("Cancel");

  await panel.follow("Top up with cash");
  await panel.fillField("Amount", "20.00");
  await panel.press("Top up with cash");
  await panel.seeNotice("Cash top-up: done");
  await panel.seeFact("Cash balance", "20.50");

  await panel.follow("Top-up log");
  for (const text of ["Voucher", "Set by hand", "Failed", "The voucher has already been redeemed"])
    await panel.see(text);
  await panel.follow("Balance intervals");
  await panel.see("20.50");
  await seeLock(panel, NO_LOCK);
});

/** What the package will do, as its page tells it. */
async function readPackage(panel: PanelPage): Promise<void> {
  await panel.search(PACKAGE);
  await panel.follow(PACKAGE);
  await panel.see("A new customer gets");
  await panel.see(/When the balance falls below .*1\.00, subscribers get this lock level: All outgoing calls\./);
  await panel.see("A top-up unlocks the subscribers.");
}

async function createCustomer(panel: PanelPage): Promise<void> {
  await panel.visit("/contact/create");
  await panel.choose("Reseller", RESELLER);
  await panel.fillField("Email", CONTACT);
  await panel.fillField("Company", COMPANY);
  await panel.create("Create customer contact");

  await panel.openMenu("Customers");
  await panel.follow("Create customer");
  await panel.choose("Contact", CONTACT);
  await panel.choose("Billing profile", "Pay ahead");
  await panel.choose("Profile package", PACKAGE);
  await panel.create("Create customer");
}

async function createSubscriber(panel: PanelPage): Promise<void> {
  await panel.openMenu("Subscribers");
  await panel.follow("Create subscriber");
  await panel.choose("Customer", CONTACT);
  await panel.choose("Domain", DOMAIN);
  await panel.fillField("SIP username", "kiosk");
  await panel.fillPassword("SIP password", "Tide-Table-7!x");
  await panel.fillField("Country code", "44", { within: "Primary number" });
  await panel.fillField("Area code", "1632", { within: "Primary number" });
  await panel.fillField("Subscriber number", "960781", { within: "Primary number" });
  await panel.create("Create subscriber");
}

async function createVoucher(panel: PanelPage): Promise<void> {
  await panel.openMenu("Vouchers");
  await panel.follow("Create voucher");
  await panel.choose("Reseller", RESELLER);
  await panel.fillField("Code", VOUCHER);
  await panel.fillField("Amount", "25.00");
  await panel.fillField("Valid until", "2031-12-31 23:59");
  await panel.create("Create voucher");
}

async function openCustomer(panel: PanelPage): Promise<void> {
  await panel.openMenu("Customers");
  await panel.search(COMPANY);
  await panel.follow(COMPANY);
}

async function openBalance(panel: PanelPage): Promise<void> {
  await openCustomer(panel);
  await panel.follow("Billing");
  await panel.follow("Balance");
}

async function redeem(panel: PanelPage): Promise<void> {
  await panel.follow("Top up with voucher");
  await panel.fillField("Code", VOUCHER);
  await panel.press("Top up with voucher");
}

async function seeLock(panel: PanelPage, level: string): Promise<void> {
  await panel.openMenu("Subscribers");
  await panel.search("kiosk");
  await panel.follow(SUBSCRIBER);
  if (level === NO_LOCK) await panel.press("Show empty fields");
  await panel.seeFact("Lock level", level);
}
