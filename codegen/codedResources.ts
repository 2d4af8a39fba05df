/** A resource of the platform's API that no schema describes: served by code of its own, or not at all. */
export interface OtherResource {
  readonly name: string;
  /** Where the panel uses it, or what it is for; of one that is not served: why. */
  readonly about: string;
  readonly isServed: boolean;
}

const own = (name: string, about: string): OtherResource => ({ name, about, isServed: true });
const missing = (name: string, about: string): OtherResource => ({ name, about, isServed: false });

/** Definitions and values of the preferences of one kind of owner. */
const preferences = (kind: string, screen: string): OtherResource[] => [
  own(`${kind}preferencedefs`, `types and bounds of the fields of \`${screen}\``),
  own(`${kind}preferences`, `\`${screen}\``),
];

/** All of them, by name. */
export const otherResources: readonly OtherResource[] = [
  own("activesubscriberpreferences", "what is in force: `/subscriber/:id/preferences` shows it beside each value"),
  own("admincerts", "`/administrator/:id/details/api-access`"),
  own(
    "applyrewrites",
    "for programs: numbers rewritten for a subscriber; forms of `/rewrite` try rules with the same functions",
  ),
  own("authtokens", "for programs: a token that logs in once, or until it expires"),
  own("capabilities", "what the platform has: menu and forms follow it"),
  missing(
    "callcontrols",
    "The platform rings a subscriber, then dials. The embedded platform places no calls, and the API lists no active calls and ends none; `/webphone` dials",
  ),
  own("callrecordingfiles", "sound of a recording's streams, played and downloaded at `/callrecording/:id/details`"),
  own("customerzonecosts", "`/customer/:id/details/zone-costs`"),
  ...preferences("customer", "/customer/:id/preferences"),
  ...preferences("domain", "/domain/:id/preferences"),
  own("faxrecordings", "pages of a fax as PDF, from `/subscriber/:parentId/details/faxes`"),
  own("metaconfigdefs", "for programs: how the platform is set up, and what each resource offers"),
  own("otpsecret", "the second factor at `/administrator/:id/details/security`"),
  missing(
    "partycallcontrols",
    "Lets a program of a third party accept or refuse a message that waits for it. Nothing waits here: messages go to the SMSC, or are refused, at once",
  ),
  own("passwordchange", "the account menu, and the login once a password has expired"),
  own("passwordrecovery", "`/recoverpassword`"),
  own("passwordreset", "the login's *Forgot your password?*"),
  own("pbxdeviceconfigfiles", "text of a configuration, downloaded at `/device/config/:id/edit`"),
  own("pbxdevicefirmwarebinaries", "file of a firmware, downloaded at `/device/firmware/:id/details`"),
  own("pbxdevicemodelimages", "pictures of a model: `/device/model/:id/edit`"),
  ...preferences("pbxdevice", "/device/model/:id/preferences"),
  ...preferences("pbxdeviceprofile", "/device/profile/:id/preferences"),
  ...preferences("pbxfielddevice", "/device/:id/preferences"),
  ...preferences("peeringserver", "/peering/:parentId/details/server/:id/preferences"),
  ...preferences("profile", "/subscriberprofile/:parentId/details/profile/:id/preferences"),
  own("resellerbrandinglogos", "the logo of `/reseller/:parentId/details/branding`"),
  ...preferences("reseller", "/reseller/:id/preferences"),
  own("sipcaptures", "messages of a call: `/callflow/:id/details`"),
  own("soundfilerecordings", "played at `/sound/:parentId/details/handles`"),
  ...preferences("subscriber", "/subscriber/:id/preferences"),
  own("userinfo", "for programs: what the caller may do, by resource and field"),
  own("voicemailrecordings", "played at `/subscriber/:parentId/details/voicemails`"),
];
