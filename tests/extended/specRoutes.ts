/** A demo login that must not open the page; `everybody`: every role may. */
type Refused = "intercept" | "caredesk" | "everybody";

export interface SpecRoute {
  /** Path in the specification; braces contain the resource of the record. */
  readonly path: string;
  /** Heading of the page; if absent, the name of a record. */
  readonly heading?: string | RegExp;
  readonly refused: Refused;
  /** Only the older panel has the page, until a schema adds it. */
  readonly framed?: true;
}

const page = (path: string, heading?: string | RegExp, refused: Refused = "intercept"): SpecRoute => ({
  path,
  refused,
  ...(heading === undefined ? {} : { heading }),
});
const framed = (path: string, heading: string | RegExp, refused: Refused = "intercept"): SpecRoute => ({
  ...page(path, heading, refused),
  framed: true,
});
const tabs = (record: string, names: string): SpecRoute[] =>
  names.split(" ").map((name) => page(`${record}/details/${name}`));

/** Every route in section 2 of the specification that requires a login; typed by hand to detect missing ones. */
export const specRoutes: readonly SpecRoute[] = [
  page("/dashboard", "Dashboard", "everybody"),

  page("/administrator", "Administrators", "caredesk"),
  page("/administrator/create", /administrator/i),
  page("/administrator/{admins}", undefined, "caredesk"),
  page("/administrator/{admins}/edit", undefined, "caredesk"),

  page("/reseller", "Resellers"),
  page("/reseller/create", /reseller/i),
  page("/reseller/{resellers}"),
  page("/reseller/{resellers}/edit"),
  page("/reseller/{resellers}/details"),
  page("/reseller/{resellers}/preferences"),
  ...tabs("/reseller/{resellers}", "base-information contract contact admin-logins domains billing-profiles"),
  ...tabs("/reseller/{resellers}", "billing-networks profile-packages customers branding invoice-templates"),
  ...tabs("/reseller/{resellers}", "phone-book time-sets"),
  page("/reseller/css", "Branding"),
  page("/reseller/{resellers}/css"),
  page("/reseller/{resellers}/css/more"),

  page("/customer", "Customers"),
  page("/customer/create", /customer/i),
  page("/customer/{customers}"),
  page("/customer/{customers}/edit"),
  page("/customer/{customers}/details"),
  page("/customer/{customers}/preferences"),
  ...tabs("/customer/{customers}", "reseller contact billing-profile-sch subscribers pbx-groups pbx-devices"),
  ...tabs("/customer/{customers}", "sound-sets contract-balance balance-intervals top-up-log fraud-limits invoices"),
  ...tabs("/customer/{customers}", "locations phonebook"),

  page("/contract", "Contracts"),
  page("/contract/peering/create", /contract/i),
  page("/contract/reseller/create", /contract/i),
  page("/contract/{contracts}"),
  page("/contract/{contracts}/edit"),

  page("/contact", /contacts/i),
  page("/contact/create", /contact/i),
  page("/contact/create/noreseller", /contact/i),
  page("/contact/{customercontacts}"),
  page("/contact/{customercontacts}/edit"),
  page("/contact/{systemcontacts}/edit/noreseller"),

  page("/domain", "Domains"),
  page("/domain/create", /domain/i),
  page("/domain/{domains}"),
  page("/domain/{domains}/preferences"),

  page("/subscriber", "Subscribers"),
  framed("/subscriber/some/page", "Subscribers"),
  page("/subscriberprofile", /profile sets/i),
  framed("/subscriberprofile/some/page", /profile sets/i),
  page("/calllistsuppression", /suppressions/i),
  framed("/calllistsuppression/some/page", /suppressions/i),
  page("/billing", /billing profiles/i),
  framed("/billing/some/page", /billing profiles/i),
  page("/network", /billing networks/i),
  framed("/network/some/page", /billing networks/i),
  page("/package", /profile packages/i),
  framed("/package/some/page", /profile packages/i),
  page("/invoicetemplate", /invoice templates/i),
  page("/invoicetemplate/1/editinfo", "Standard"),
  page("/invoicetemplate/1/editcontent", "Standard"),
  page("/invoicetemplate/create/{resellers}", /invoice template/i),
  framed("/invoicetemplate/some/page", /invoice templates/i),
  page("/invoice", /invoices/i),
  page("/invoice/1/download", /invoice/i),
  framed("/invoice/some/page", /invoices/i),
  page("/voucher", /vouchers/i),
  framed("/voucher/some/page", /vouchers/i),
  page("/peering", /peering groups/i),
  framed("/peering/some/page", /peering groups/i),
  page("/rewrite", /rewrite rule sets/i),
  framed("/rewrite/some/page", /rewrite rule sets/i),
  page("/header", /header rule sets/i),
  framed("/header/some/page", /header rule sets/i),
  page("/ncos", /NCOS levels/i),
  framed("/ncos/some/page", /NCOS levels/i),
  page("/sound", /sound sets/i),
  framed("/sound/some/page", /sound sets/i),
  page("/emailtemplate", /email templates/i),
  framed("/emailtemplate/some/page", /email templates/i),
  page("/device", /devices/i),
  page("/device/model", /models/i),
  page("/device/config", /configurations/i),
  page("/device/firmware", /firmwares/i),
  page("/device/profile", /profiles/i),
  page("/preference", /own preferences/i),
  framed("/device/some/page", /devices/i),
  page("/maliciouscall", /malicious calls/i),
  framed("/maliciouscall/some/page", /malicious calls/i),
  page("/lnp", /porting carriers/i),
  framed("/lnp/some/page", /porting carriers|number porting/i),
  page("/emergencymapping", /emergency mapping/i),
  framed("/emergencymapping/some/page", /emergency mappings/i),
  page("/phonebook", /phonebook/i),
  framed("/phonebook/some/page", /phonebook/i),
  page("/reseller/{resellers}/phonebook/create", /phonebook/i),
  page("/reseller/{resellers}/phonebook/{resellerphonebookentries}/edit"),
  page("/reseller/{resellers}/phonebook_upload_csv", /phonebook/i),
  page("/timeset", /time sets/i),
  framed("/timeset/some/page", /time sets/i),
  page("/reseller/{resellers}/timeset/create", /time set/i),
  page("/reseller/{resellers}/timeset/{timesets}/edit"),
  page("/reseller/{resellers}/timeset/{timesets}/event"),
  page("/callroutingverify", /call routing verification/i),
  framed("/callroutingverify/some/page", /call routing verification/i),
  page("/peeringoverview", /peering overview/i),
  framed("/peeringoverview/some/page", /peering overview/i),
  page("/batchprovisioning", /provisioning templates/i),
  framed("/batchprovisioning/some/page", /batch provisioning/i),
  page("/callflow", /call flows/i),
  page("/callstatistics", "Call statistics"),
  page("/peeringoverview/map", /peering map/i),
  framed("/callflow/some/page", /SIP call flows/i),

  page("/security", /ban/i),

  page("/system-statistics", "System statistics"),
  page("/system-processes", "System processes"),
  page("/rtp-statistics", "RTP statistics"),
  page("/sip-statistics", "SIP statistics"),
  page("/database-statistics", "Database statistics"),
  page("/cluster-overview", "Cluster overview"),
  page("/statistics-administration", "Statistics administration"),
  page("/api-doc", /API/),
  page("/handbook", "Handbook", "everybody"),

  framed("/grafana/d/nodes", "Statistics"),
  framed("/proxy/some/page", "Page of the older panel", "everybody"),
];

/** Public routes with their headings. */
export const publicRoutes: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ["/recoverpassword?token=1", /password/i],
  ["/error403", "Forbidden"],
  ["/error404", "Page not found"],
  ["/login/admin", /log in/i],
];
