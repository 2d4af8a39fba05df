import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import type { Rows } from "../../generated/database.gen.ts";
import { anyName } from "../auth/bans.ts";
import { bothSides } from "../calls/bothSides.ts";
import { legsOfCall } from "../calls/legsOfCall.ts";
import type { RuledResource } from "../declaredRules.ts";
import type { AnyHooks, EntityHooks, Reading } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { matchesWildcard } from "../query/like.ts";
import { holdsAddress, maskErrors } from "./addressBlocks.ts";
import { admins, adminsessions } from "./admins.ts";
import { balanceintervals } from "./balanceintervals.ts";
import { billingfees } from "./billingfees.ts";
import { billingnetworks } from "./billingnetworks.ts";
import { billingprofiles } from "./billingprofiles.ts";
import { cfbnumbersets, cfdestinationsets, cfsourcesets, cftimesets } from "./callForwardSets.ts";
import { cfmappings } from "./callForwards.ts";
import { callflows } from "./callflows.ts";
import { calllists } from "./calllists.ts";
import { callrecordings, callrecordingstreams } from "./callrecordings.ts";
import { refuse } from "./checks.ts";
import { customercontacts, systemcontacts } from "./contacts.ts";
import { contracts } from "./contracts.ts";
import { conversations } from "./conversations.ts";
import { addCurrencies, currenciesOfSide } from "./currencies.ts";
import { customerbalances } from "./customerbalances.ts";
import { customerfraudevents } from "./customerfraudevents.ts";
import { customerfraudpreferences } from "./customerfraudpreferences.ts";
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

const customerlocations: EntityHooks<"customerlocations"> = {
  async beforeWrite({ values }) {
    refuse(maskErrors(values.blocks, "/blocks"));
  },

  /** Locations whose blocks contain an address. */
  filters: { ip: { reads: "blocks", where: (address) => holdsAddress(`${rootAlias}.blocks`, address.trim()) } },
};

const { either, ofOwner } = bothSides(["source", "destination"]);

const currencies = { ...currenciesOfSide("source"), ...currenciesOfSide("destination") };

const calls: EntityHooks<"calls"> = {
  currencies,

  present: (reading, rows, records) => addCurrencies(reading, currencies, rows, records),

  /** Both sides' providers see a call; what concerns one side only, its own (`scope` of the fields). */
  visibleTo: ({ resellerId }) => (resellerId === null ? undefined : either("reseller_id", resellerId)),

  filters: {
    reseller_id: { where: (text, actor) => ofOwner("reseller_id", text, actor) },
    customer_id: { where: (text, actor) => ofOwner("customer_id", text, actor) },
    subscriber_id: { where: (text, actor) => ofOwner("subscriber_id", text, actor) },
    /** Who called, or was called. */
    number: {
      where: (text) =>
        sql<boolean>`(${sql.join(
          ["source_cli", "destination_user_in"].map((name) => matchesWildcard(sql.ref(`${rootAlias}.${name}`), text)),
          sql` or `,
        )})`,
    },
    leg_of: legsOfCall(),
  },
};

const OF_SUBSCRIBER = sql`owner_kind = 'subscriber' and owner_id = subscriber.id`;
const OF_PROFILE = sql`owner_kind = 'profile' and owner_id = subscriber.profile_id`;
const isSwitchedOn = (whose: RawBuilder<unknown>) => sql`(select value = 'true'::jsonb from preferences
  where ${whose} and attribute = 'cloud_pbx_callqueue' limit 1)`;

/**
 * Queues enabled by preferences. This platform switches no calls, so nobody ever waits in one: the list shows where a
 * queue could form.
 */
const callqueues: EntityHooks = {
  async rows({ db, actor }) {
    const own = actor.resellerId === null ? sql`` : sql`and subscriber.reseller_id = ${actor.resellerId}`;
    const { rows } = await sql<WireRecord>`
      select subscriber.id, subscriber.username, subscriber.reseller_id, number.number, 0 as queue_length
      from subscribers as subscriber
      left join numbers as number on number.subscriber_id = subscriber.id and number.is_primary
      where subscriber.status <> 'terminated' ${own}
        and subscriber.is_pbx_pilot is not null
        and coalesce(${isSwitchedOn(OF_SUBSCRIBER)}, ${isSwitchedOn(OF_PROFILE)}, false)`.execute(db);
    return rows.map((row) => ({ ...row, queue: [] }));
  },
};

/** Rows whose ban is in force: of one name, or over all names from one address (`anyName`). */
const inForce = ({ db, now }: Reading) => db.selectFrom("loginattempts").where("banned_until", ">", now.toISOString());

const bannedips: EntityHooks = {
  rows: (reading) =>
    inForce(reading)
      .where("username", "=", anyName)
      .select(["ip as id", "ip", "failures as auth_count", "last_failure_at as last_auth", "banned_until"])
      .execute(),
  removeComputed: async ({ work, record }) => {
    const ofAddress = work.db.deleteFrom("loginattempts").where("ip", "=", String(record.ip));
    await ofAddress.where("username", "=", anyName).execute();
  },
};

/** A name may be banned from several addresses: one record, that lasts as long as the last of them. */
const bannedusers: EntityHooks = {
  rows: (reading) =>
    inForce(reading)
      .where("username", "<>", anyName)
      .groupBy("username")
      .select(({ fn }) => [
        "username as id",
        "username",
        fn.sum<number>("failures").as("auth_count"),
        fn.max("last_failure_at").as("last_auth"),
        fn.max("banned_until").as("banned_until"),
        fn.jsonAgg("ip").orderBy("ip").as("ips"),
      ])
      .execute(),
  removeComputed: async ({ work, record }) => {
    await work.db.deleteFrom("loginattempts").where("username", "=", String(record.username)).execute();
  },
};

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
