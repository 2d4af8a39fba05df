import type { ResourceSummary } from "../core/descriptor.ts";
import { summaries } from "../generated/index.gen.ts";
import { pending } from "../generated/permissions.gen.ts";
import type { Access } from "./providers/FactsContext.tsx";
import type { Lack } from "./providers/facts.ts";

/** A page of the specification that has no schema yet: the older panel has it at the same address. */
export interface OlderPageEntry {
  readonly path: string;
  /** Below `app.older.pages`. */
  readonly name: string;
  readonly icon: string;
  readonly menu: { readonly group: string; readonly order: number };
  /** What one needs the right to read: a resource without a schema, or a page of `schemas/roles.json`. */
  readonly guard: { readonly resource: string } | { readonly page: string };
  readonly needs?: ResourceSummary["needs"];
}

const ofResource = (path: string, resource: string, order: number, icon: string): OlderPageEntry => ({
  path,
  name: resource,
  icon,
  menu: { group: "settings", order },
  guard: { resource },
  needs: pending[resource]?.needs,
});

const ofPage = (path: string, page: string, order: number, needs?: ResourceSummary["needs"]): OlderPageEntry => {
  const [group = "", name = ""] = page.split(".");
  return {
    path,
    name,
    icon: group === "tool" ? "settings" : "bar_chart",
    menu: { group: group === "tool" ? "tools" : "monitoring", order },
    guard: { page },
    needs,
  };
};

const all: readonly OlderPageEntry[] = [
  ofResource("/subscriberprofile", "subscriberprofilesets", 80, "group"),
  ofResource("/calllistsuppression", "calllistsuppressions", 90, "block"),
  ofResource("/network", "billingnetworks", 110, "payments"),
  ofResource("/package", "profilepackages", 120, "inventory"),
  ofResource("/invoicetemplate", "invoicetemplates", 130, "description"),
  ofResource("/invoice", "invoices", 140, "receipt"),
  ofResource("/header", "headerrulesets", 180, "rule"),
  ofResource("/ncos", "ncoslevels", 190, "local_offer"),
  ofResource("/sound", "soundsets", 200, "library_music"),
  ofResource("/emailtemplate", "emailtemplates", 205, "mail"),
  ofResource("/device", "pbxdevices", 210, "router"),
  ofResource("/maliciouscall", "maliciouscalls", 230, "phone_in_talk"),
  ofResource("/lnp", "lnpnumbers", 240, "swap_horiz"),
  ofResource("/emergencymapping", "emergencymappingcontainers", 250, "event"),
  ofResource("/phonebook", "resellerphonebookentries", 260, "contacts"),
  ofResource("/timeset", "timesets", 270, "schedule"),
  ofPage("/callroutingverify", "tool.callroutingverify", 10),
  ofPage("/peeringoverview", "tool.peeringoverview", 20),
  ofPage("/batchprovisioning", "tool.batchprovisioning", 30, { flag: "batch_provisioning" }),
  ofPage("/callflow", "statistic.sipcallflows", 10, { flag: "callflow" }),
  ofPage("/system-statistics", "statistic.systemstatistics", 20),
  ofPage("/system-processes", "statistic.systemprocesses", 30),
  ofPage("/rtp-statistics", "statistic.rtpstatistics", 40),
  ofPage("/sip-statistics", "statistic.sipstatistics", 50),
  ofPage("/database-statistics", "statistic.sqldbstatistics", 60),
  ofPage("/cluster-overview", "statistic.clusteroverview", 70),
  ofPage("/statistics-administration", "statistic.statisticsadministration", 80),
];

const nativeRoutes = new Set(Object.values(summaries).map(({ route }) => route));

/** A page gives way by itself when the schema of its resource arrives. */
export const olderPages: readonly OlderPageEntry[] = all.filter(
  ({ path, guard }) => !nativeRoutes.has(path) && ("page" in guard || pending[guard.resource] !== undefined),
);

export function mayOpenOlder({ guard }: OlderPageEntry, access: Pick<Access, "can" | "canOpen">): boolean {
  if ("page" in guard) return access.canOpen(guard.page);
  const resource = pending[guard.resource];
  return resource !== undefined && access.can(resource, "read");
}

export function lackOfOlder({ needs }: OlderPageEntry, access: Pick<Access, "findLack">): Lack | null {
  return access.findLack({ needs });
}
