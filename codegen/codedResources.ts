/** A resource of the platform's API that no schema describes: served by code of its own, or not at all. */
export interface CodedResource {
  readonly name: string;
  /** Its use in the panel or elsewhere; for one that is not served, the reason. */
  readonly about: string;
  readonly isServed: boolean;
}

const served = (name: string, about: string): CodedResource => ({ name, about, isServed: true });
const notServed = (name: string, about: string): CodedResource => ({ name, about, isServed: false });

/** Definitions and values of the preferences of the records of one resource. */
export const preferenceResources = (name: string, screen: string): readonly CodedResource[] => [
  served(name.replace(/s$/, "defs"), `types and bounds of the fields of \`${screen}\``),
  served(name, `\`${screen}\``),
];

/** All other resources without a schema, by name. */
export const codedResources: readonly CodedResource[] = [
  served("activesubscriberpreferences", "what is in force: `/subscriber/:id/preferences` shows it beside each value"),
  served("admincerts", "`/administrator/:id/details/api-access`"),
  served(
    "applyrewrites",
    "for programs: numbers rewritten for a subscriber; forms of `/rewrite` try rules with the same functions",
  ),
  served("authtokens", "for programs: a token that logs in once, or until it expires"),
  served("capabilities", "what the platform has: menu and forms follow it"),
  notServed(
    "callcontrols",
    "The platform rings a subscriber, then dials. The embedded platform places no calls, and the API lists no active calls and ends none; `/webphone` dials",
  ),
  served("callrecordingfiles", "sound of a recording's streams, played and downloaded at `/callrecording/:id/details`"),
  served("customerzonecosts", "`/customer/:id/details/zone-costs`"),
  served("faxrecordings", "pages of a fax as PDF, from `/subscriber/:parentId/details/faxes`"),
  served("metaconfigdefs", "for programs: how the platform is set up, and what each resource offers"),
  served("otpsecret", "the second factor at `/administrator/:id/details/security`"),
  notServed(
    "partycallcontrols",
    "Lets a program of a third party accept or refuse a message that waits for it. Nothing waits here: messages go to the SMSC, or are refused, at once",
  ),
  served("passwordchange", "the account menu, and the login once a password has expired"),
  served("passwordrecovery", "`/recoverpassword`"),
  served("passwordreset", "the login's *Forgot your password?*"),
  served("pbxdeviceconfigfiles", "text of a configuration, downloaded at `/device/config/:id/edit`"),
  served("pbxdevicefirmwarebinaries", "file of a firmware, downloaded at `/device/firmware/:id/details`"),
  served("pbxdevicemodelimages", "pictures of a model: `/device/model/:id/edit`"),
  served("resellerbrandinglogos", "the logo of `/reseller/:parentId/details/branding`"),
  served("sipcaptures", "messages of a call: `/callflow/:id/details`"),
  served("soundfilerecordings", "played at `/sound/:parentId/details/handles`"),
  served("userinfo", "for programs: what the caller may do, by resource and field"),
  served("voicemailrecordings", "played at `/subscriber/:parentId/details/voicemails`"),
];
