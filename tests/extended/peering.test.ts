import { test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

const journey = startJourney();

test("a peering is set up: partner, server, rules, number and header rewriting, and an NCOS level", async () => {
  const panel = await journey.openAs("administrator", { address: "/contract" });
  await addPartner(panel);
  await addRewriteRules(panel);
  await addHeaderRules(panel);
  await choosePreferences(panel);
  await addLevel(panel);
});

/** Creates a contract, group, server, and rules for outgoing and incoming calls. */
async function addPartner(panel: PanelPage): Promise<void> {
  await panel.follow("Create peering contract");
  await panel.choose("Contact", "interconnect@rheintransit.example");
  await panel.choose("Billing profile", "Default");
  await panel.fillField("External ID", "PEER-BALTIC");
  await panel.create("Create peering contract");

  await panel.openMenu("SIP peering groups");
  await panel.follow("Create peering group");
  await panel.choose("Contract", "PEER-BALTIC");
  await panel.fillField("Name", "Baltic Carrier");
  await panel.create("Create peering group");
  await panel.seeHeading("Baltic Carrier");

  await panel.follow("Peering servers");
  await panel.follow("Create peering server");
  await panel.fillField("Name", "baltic-sbc1");
  await panel.fillField("IP address", "192.0.2.77");
  await panel.create("Create peering server");

  await panel.follow("Outbound rules");
  await panel.follow("Create outbound rule");
  await panel.fillField("Callee prefix", "371");
  await panel.fillField("Description", "To Latvia");
  await panel.create("Create outbound rule");
  await panel.seeRow("To Latvia", "371");

  await panel.follow("Inbound rules");
  await panel.follow("Create inbound rule");
  await panel.fillField("Pattern", "^anonymous$");
  await panel.fillField("Priority", "1");
  await panel.fillField("Reject code", "433");
  await panel.press("Create inbound rule");
  await panel.seeProblem("Reject reason", /./);
  await panel.fillField("Reject reason", "Anonymity disallowed");
  await panel.create("Create inbound rule");
}

async function addRewriteRules(panel: PanelPage): Promise<void> {
  await panel.openMenu("Rewrite rule sets");
  await panel.follow("Create rewrite rule set");
  await panel.choose("Reseller", "default");
  await panel.fillField("Name", "baltic_e164");
  await panel.create("Create rewrite rule set");
  await panel.seeHeading("baltic_e164");
  await panel.follow("Rules");
  await panel.follow("Create rewrite rule");
  await panel.fillField("Match pattern", "^\\+(\\d+)$");
  await panel.fillField("Replacement pattern", "\\1");
  await panel.fillField("Description", "Without plus");
  await panel.create("Create rewrite rule");
}

/** Creates a set with a rule, its conditions and actions. */
async function addHeaderRules(panel: PanelPage): Promise<void> {
  await panel.openMenu("Header rule sets");
  await panel.follow("Create header rule set");
  await panel.choose("Reseller", "default");
  await panel.fillField("Name", "baltic_headers");
  await panel.create("Create header rule set");
  await panel.seeHeading("baltic_headers");
  await panel.follow("Rules");
  await panel.follow("Create header rule");
  await panel.fillField("Name", "hide_agent");
  await panel.fillField("Description", "No names of software");
  await panel.create("Create header rule");
  await panel.follow("hide_agent");

  await panel.follow("Conditions");
  await panel.follow("Create condition");
  await panel.fillField("Name of the header, preference or AVP", "User-Agent");
  await panel.choose("Comparison", "contains");
  await panel.create("Create condition");
  await panel.seeRow("User-Agent", "contains");
  await panel.seeAddress(/^\/header\/\d+\/details\/rules\/\d+\/details\/conditions$/);

  await panel.follow("Actions");
  await panel.follow("Create action");
  await panel.choose("Action", "Remove");
  await panel.fillField("Header or preference", "User-Agent");
  await panel.create("Create action");
  await panel.seeRow("User-Agent", "Remove");
}

async function choosePreferences(panel: PanelPage): Promise<void> {
  await panel.openMenu("SIP peering groups");
  await panel.follow("Baltic Carrier");
  await panel.follow("Peering servers");
  await panel.act("baltic-sbc1", "Preferences");
  await panel.searchPreferences("rewrite_rule_set");
  await panel.store(() => panel.choose("Rewrite rule set", "baltic_e164"));
  await panel.searchPreferences("header_rule_set");
  await panel.store(() => panel.choose("Header rule set", "baltic_headers"));
  await panel.reload();
  await panel.searchPreferences("rule_set");
  await panel.seeField("Rewrite rule set", "baltic_e164");
  await panel.seeField("Header rule set", "baltic_headers");
}

async function addLevel(panel: PanelPage): Promise<void> {
  await panel.openMenu("NCOS levels");
  await panel.follow("Create NCOS level");
  await panel.choose("Reseller", "Albion Voice");
  await panel.fillField("Level", "baltic_only");
  await panel.choose("Mode", "Only these numbers");
  await panel.create("Create NCOS level");
  await panel.seeHeading("baltic_only");
  await panel.follow("Number patterns");
  await panel.follow("Create number pattern");
  await panel.fillField("Pattern", "^371\\d+$");
  await panel.create("Create number pattern");
  await panel.seeRow("^371\\d+$");
}
