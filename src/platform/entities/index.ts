import type { Rows } from "../../generated/database.gen.ts";
import type { RuledResource } from "../declaredRules.ts";
import type { AnyHooks, EntityHooks } from "../entityHooks.ts";
import { admins, adminsessions } from "./admins.ts";
import { balanceintervals } from "./balanceintervals.ts";
import { bannedips, bannedusers } from "./bans.ts";
import { billingfees } from "./billingfees.ts";
import { billingnetworks } from "./billingnetworks.ts";
import { billingprofiles } from "./billingprofiles.ts";
import { cfbnumbersets, cfdestinationsets, cfsourcesets, cftimesets } from "./callForwardSets.ts";
import { cfmappings } from "./callForwards.ts";
import { callflows } from "./callflows.ts";
import { calllists } from "./calllists.ts";
import { callqueues } from "./callqueues.ts";
import { callrecordings, callrecordingstreams } from "./callrecordings.ts";
import { calls } from "./calls.ts";
import { customercontacts, systemcontacts } from "./contacts.ts";
import { contracts } from "./contracts.ts";
import { conversations } from "./conversations.ts";
import { customerbalances } from "./customerbalances.ts";
import { customerfraudevents } from "./customerfraudevents.ts";
import { customerfraudpreferences } from "./customerfraudpreferences.ts";
import { customerlocations } from "./customerlocations.ts";
import { customers } from "./customers.ts";
import { pbxdeviceconfigs, pbxdevicemodels, pbxdevices } from "./devices.ts";
import { emailtemplates } from "./emailtemplates.ts";
import { events } from "./events.ts";
import { faxes } from "./faxes.ts";
import { headerruleconditions, headerrules, headerrulesets } from "./headerrules.ts";
import { interceptions } from "./interceptions.ts";
import { invoices } from "./invoices.ts";
import { invoicetemplates } from "./invoicetemplates.ts";
import { lnpnumbers } from "./lnpnumbers.ts";
import { managersecretary } from "./managersecretary.ts";
import { numberblocks } from "./numberblocks.ts";
import { numbers } from "./numbers.ts";
import { pbxusers } from "./pbxusers.ts";
import { peeringoverview } from "./peeringoverview.ts";
import { customerphonebookentries, subscriberphonebookentries } from "./phonebooks.ts";
import { preferencesmetaentries } from "./preferencesmetaentries.ts";
import { profilepackages } from "./profilepackages.ts";
import { provisioningtemplates } from "./provisioningtemplates.ts";
import { resellers } from "./resellers.ts";
import { rewriterulesets } from "./rewriterulesets.ts";
import { callforwards } from "./simpleCallForwards.ts";
import { sms } from "./sms.ts";
import { soundfiles, soundgroups, soundhandles, soundsets } from "./sounds.ts";
import { subscriberprofiles } from "./subscriberprofiles.ts";
import { subscriberregistrations } from "./subscriberregistrations.ts";
import { autoattendants, ccmapentries, mailtofaxsettings, speeddials } from "./subscriberSettings.ts";
import { subscribers } from "./subscribers.ts";
import { topupcash, topupvouchers } from "./topUps.ts";
import { voicemails } from "./voicemails.ts";
import { voucherbatches } from "./voucherbatches.ts";
import { vouchers } from "./vouchers.ts";

/** What schemas cannot express, by resource. Resources without an entry need no hooks, as they declare no rules. */
export const hooks: { readonly [Resource in keyof Rows]?: EntityHooks<Resource> } & {
  readonly [Resource in RuledResource]: EntityHooks<Resource>;
} & Readonly<Record<string, AnyHooks>> = {
  admins,
  adminsessions,
  autoattendants,
  balanceintervals,
  bannedips,
  bannedusers,
  billingfees,
  billingnetworks,
  billingprofiles,
  callforwards,
  callflows,
  calllists,
  calls,
  ccmapentries,
  cfbnumbersets,
  cfdestinationsets,
  cfmappings,
  cfsourcesets,
  cftimesets,
  callqueues,
  callrecordings,
  callrecordingstreams,
  contracts,
  conversations,
  customerbalances,
  customercontacts,
  customerfraudevents,
  customerfraudpreferences,
  customerlocations,
  customerphonebookentries,
  customers,
  emailtemplates,
  events,
  faxes,
  headerruleconditions,
  headerrules,
  headerrulesets,
  lnpnumbers,
  interceptions,
  invoices,
  invoicetemplates,
  managersecretary,
  numberblocks,
  numbers,
  pbxdeviceconfigs,
  pbxdevicemodels,
  pbxdevices,
  pbxusers,
  mailtofaxsettings,
  peeringoverview,
  preferencesmetaentries,
  profilepackages,
  provisioningtemplates,
  resellers,
  rewriterulesets,
  subscriberphonebookentries,
  sms,
  speeddials,
  soundfiles,
  soundgroups,
  soundhandles,
  soundsets,
  subscriberprofiles,
  subscriberregistrations,
  subscribers,
  systemcontacts,
  topupcash,
  topupvouchers,
  voicemails,
  voucherbatches,
  vouchers,
};
