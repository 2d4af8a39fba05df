import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { otherResources } from "./otherResources.ts";
import { suites } from "./suites.ts";

/** The resources of the platform's API, version 1; typed by hand to detect missing ones. */
const names = [
  "activesubscriberpreferences",
  "admincerts",
  "admins",
  "applyrewrites",
  "authtokens",
  "autoattendants",
  "balanceintervals",
  "bannedips",
  "bannedusers",
  "billingfees",
  "billingnetworks",
  "billingprofiles",
  "billingzones",
  "callcontrols",
  "callforwards",
  "calllists",
  "callqueues",
  "callrecordingfiles",
  "callrecordings",
  "callrecordingstreams",
  "calls",
  "capabilities",
  "ccmapentries",
  "cfbnumbersets",
  "cfdestinationsets",
  "cfmappings",
  "cfsourcesets",
  "cftimesets",
  "contracts",
  "conversations",
  "customerbalances",
  "customercontacts",
  "customerfraudevents",
  "customerfraudpreferences",
  "customerlocations",
  "customerphonebookentries",
  "customerpreferencedefs",
  "customerpreferences",
  "customers",
  "customerzonecosts",
  "domainpreferencedefs",
  "domainpreferences",
  "domains",
  "emailtemplates",
  "emergencymappingcontainers",
  "emergencymappings",
  "events",
  "faxes",
  "faxrecordings",
  "faxserversettings",
  "headerruleactions",
  "headerruleconditions",
  "headerrules",
  "headerrulesets",
  "interceptions",
  "invoices",
  "invoicetemplates",
  "lnpcarriers",
  "lnpnumbers",
  "mailtofaxsettings",
  "maliciouscalls",
  "managersecretary",
  "metaconfigdefs",
  "ncoslevels",
  "ncoslnpcarriers",
  "ncoslnppatterns",
  "ncospatterns",
  "numbers",
  "otpsecret",
  "partycallcontrols",
  "passwordchange",
  "passwordrecovery",
  "passwordreset",
  "pbxdeviceconfigfiles",
  "pbxdeviceconfigs",
  "pbxdevicefirmwarebinaries",
  "pbxdevicefirmwares",
  "pbxdevicemodelimages",
  "pbxdevicemodels",
  "pbxdevicepreferencedefs",
  "pbxdevicepreferences",
  "pbxdeviceprofilepreferencedefs",
  "pbxdeviceprofilepreferences",
  "pbxdeviceprofiles",
  "pbxdevices",
  "pbxfielddevicepreferencedefs",
  "pbxfielddevicepreferences",
  "pbxusers",
  "peeringgroups",
  "peeringinboundrules",
  "peeringrules",
  "peeringserverpreferencedefs",
  "peeringserverpreferences",
  "peeringservers",
  "preferencesmetaentries",
  "profilepackages",
  "profilepreferencedefs",
  "profilepreferences",
  "provisioningtemplates",
  "reminders",
  "resellerbrandinglogos",
  "resellerbrandings",
  "resellerphonebookentries",
  "resellerpreferencedefs",
  "resellerpreferences",
  "resellers",
  "rewriterules",
  "rewriterulesets",
  "sipcaptures",
  "sms",
  "soundfilerecordings",
  "soundfiles",
  "soundgroups",
  "soundhandles",
  "soundsets",
  "speeddials",
  "subscriberlocationmappings",
  "subscriberphonebookentries",
  "subscriberpreferencedefs",
  "subscriberpreferences",
  "subscriberprofiles",
  "subscriberprofilesets",
  "subscriberregistrations",
  "subscribers",
  "systemcontacts",
  "timesets",
  "topupcash",
  "topuplogs",
  "topupvouchers",
  "trustedsources",
  "upnrewritesets",
  "userinfo",
  "voicemailgreetings",
  "voicemailrecordings",
  "voicemails",
  "voicemailsettings",
  "vouchers",
];

const fileAt = (path: string) => new URL(`../${path}`, import.meta.url);
const rows = readFileSync(fileAt("docs/resources.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
const rowOf = (name: string) => rows.filter(([cell = ""]) => cell === name || cell.startsWith(`[${name}]`));

describe("docs/resources.md", () => {
  it.each(names)("has %s once, with screens or a reason", (name) => {
    expect(rowOf(name)).toEqual([expect.arrayContaining([expect.stringMatching(/`\/|\w+ \w+ \w+/)])]);
  });

  it("names existing tests", () => {
    const files = [...suites.map(({ file }) => file), ...otherResources.flatMap(({ test }) => test ?? [])];
    expect(files.filter((file) => !existsSync(fileAt(file)))).toEqual([]);
  });

  it("names addresses that the panel has", () => {
    const routes = readFileSync(fileAt("docs/routes.md"), "utf8");
    const named = otherResources.flatMap(({ about }) => [...about.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path));
    const tabs = /\/details\/(security|zone-costs|api-access)$/;
    const missing = named.filter((path = "") => !routes.includes(`\`${path.replace(tabs, "/details/:tab")}\``));
    expect(missing).toEqual([]);
  });
});
