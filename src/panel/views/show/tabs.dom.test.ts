import { describe, expect, it } from "vitest";
import { can } from "../../../core/access/access.ts";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { descriptor as admins } from "../../../generated/descriptors/admins.gen.ts";
import { descriptor as customers } from "../../../generated/descriptors/customers.gen.ts";
import { descriptor as domains } from "../../../generated/descriptors/domains.gen.ts";
import { descriptor as peeringgroups } from "../../../generated/descriptors/peeringgroups.gen.ts";
import { descriptor as resellers } from "../../../generated/descriptors/resellers.gen.ts";
import { detailsTabs as generated } from "../../../generated/details.gen.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Access, buildAccess } from "../../providers/StartupDataContext.tsx";
import { findLack } from "../../providers/startupData.ts";
import { sectionLabelKey } from "./TabLinks.tsx";
import { findTab, showTabs } from "./tabs.ts";

interface Situation {
  readonly role?: string;
  readonly record?: PanelRecord;
  readonly capabilities?: Readonly<Record<string, boolean>>;
  readonly licences?: readonly string[];
}

const everyLicence = ["billing", "device_provisioning", "invoice", "phonebook", "reseller", "header_manipulation"];
const customer = { id: 5, type: "sipaccount", contact_id: 7, contact_id_expand: { reseller_id: 4 } };

function accessOf({
  role = "superuser",
  capabilities = { cloudpbx: true },
  licences = everyLicence,
}: Situation): Access {
  const facts = {
    info: { type: "carrier", licenses: [...licences], extensions: ["sessions"] },
    capabilities: new Map(Object.entries(capabilities)),
    admin: { id: 1, login: "ada" },
    hasLegacyPanel: false,
  };
  return {
    ...buildAccess(facts),
    can: (resource, right, options) => can({ role, adminId: 1 }, resource, right, options),
    findLack: (resource) => findLack(resource, facts),
  };
}

const tabsOf = (descriptor: ResourceDescriptor, situation: Situation = {}) =>
  showTabs(descriptor, accessOf(situation), situation.record ?? { id: 1 });
const shown = (descriptor: ResourceDescriptor, situation?: Situation) =>
  tabsOf(descriptor, situation)
    .filter(({ denial }) => !denial)
    .map(({ path }) => path);
const refusal = (path: string, situation: Situation) =>
  findTab(tabsOf(customers, { record: customer, ...situation }), path)?.denial;

describe("a record's tabs", () => {
  it("are few enough for two lines", () => {
    const lines = Object.entries(generated).flatMap(([resource, tabs]) => {
      const names = tabs.map((tab) => sectionLabelKey(tab) ?? "");
      const first = new Set(names.map((name, index) => name || index));
      const below = [...new Set(names)].filter(Boolean).map((line) => names.filter((name) => name === line).length);
      return Math.max(first.size, ...below) > 9 ? [resource] : [];
    });
    expect(lines).toEqual([]);
  });

  it.each([customers, resellers])("begin with the record itself: $name", (descriptor) => {
    expect(tabsOf(descriptor, { record: customer })[0]?.content.kind).toBe("self");
  });

  it("include three more for a customer with a PBX", () => {
    const pbx = { ...customer, type: "pbxaccount" };
    const more = shown(customers, { record: pbx }).filter(
      (path) => !shown(customers, { record: customer }).includes(path),
    );
    expect(more).toEqual(["pbx-groups", "pbx-devices", "sound-sets"]);
  });

  it("default to the record itself and its child lists", () => {
    expect(shown(admins)).toEqual([undefined, "sessions", "journal"]);
  });
});

describe("a hidden tab", () => {
  it("does not apply to this record", () => {
    expect(refusal("pbx-groups", {})).toEqual({ why: "absent" });
  });

  it("is not for this role", () => {
    expect(refusal("reseller", { role: "reseller" })).toMatchObject({
      why: "forbidden",
      question: { resource: "resellers", right: "read" },
    });
    expect(shown(customers, { role: "reseller", record: customer })[0]).toBe("master-data");
    expect(refusal("top-up-log", { role: "ccare" })).toEqual({
      why: "forbidden",
      question: { resource: "topuplogs", right: "read" },
    });
    expect(shown(peeringgroups)).toContain("server");
    expect(shown(peeringgroups, { role: "reseller" })).toEqual(["overview", "journal"]);
  });

  it("shows a resource that the role may look up without having its page", () => {
    expect(shown(customers, { role: "ccare", record: customer })).toContain("contact");
    expect(shown(domains, { role: "ccare" })).toEqual(["overview", "subscribers"]);
  });

  it("needs a licence, and says so", () => {
    expect(refusal("contract-balance", { licences: [] })).toEqual({ why: "licence", licence: "billing" });
  });

  it("needs a capability, its own or its resource's", () => {
    const record = { ...customer, type: "pbxaccount" };
    expect(refusal("pbx-groups", { record, capabilities: {} })).toEqual({ why: "forbidden" });
    expect(refusal("pbx-devices", { record, capabilities: {} })).toEqual({ why: "forbidden" });
  });

  it("is the journal for roles that may not read it", () => {
    expect(shown(customers, { role: "superuserReadOnly", record: customer })).toContain("journal");
    expect(shown(customers, { role: "ccare", record: customer })).not.toContain("journal");
  });
});

it.each([
  ["top-up-log", "top-up-log"],
  ["topuplogs", "top-up-log"],
  ["billing-profile-schedule", "billing-profile-sch"],
  ["location", "locations"],
  ["subscribers", "subscribers"],
  ["nothing", undefined],
])("the tab in a URL %s is %s", (path, found) => {
  expect(findTab(tabsOf(customers, { record: customer }), path)?.path).toBe(found);
});
