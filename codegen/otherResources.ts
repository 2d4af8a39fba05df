/** A resource of the platform's API that no schema describes: served by code of its own, or not at all. */
export interface OtherResource {
  readonly name: string;
  /** Where the panel uses it, or what it is for; of one that is not served: why. */
  readonly about: string;
  /** Tests it; absent if it is not served. */
  readonly test?: string;
}

const own = (name: string, about: string, test: string): OtherResource => ({ name, about, test });
const missing = (name: string, about: string): OtherResource => ({ name, about });

const preferenceTest = "src/platform/routes/preferences.test.ts";
const passwordTest = "src/platform/auth/passwordReset.test.ts";

/** Definitions and values of the preferences of one kind of owner. */
const preferences = (kind: string, screen: string): OtherResource[] => [
  own(`${kind}preferencedefs`, `types and bounds of the fields of \`${screen}\``, preferenceTest),
  own(`${kind}preferences`, `\`${screen}\``, preferenceTest),
];

/** All of them, by name. */
export const otherResources: readonly OtherResource[] = [
  own(
    "activesubscriberpreferences",
    "what is in force: `/subscriber/:id/preferences` shows it beside each value",
    "src/platform/routes/activePreferences.test.ts",
  ),
  own("admincerts", "`/administrator/:id/details/api-access`", "src/platform/certificates/manage.test.ts"),
  own(
    "applyrewrites",
    "for programs: numbers rewritten for a subscriber; forms of `/rewrite` try rules with the same functions",
    "src/platform/routes/applyRewrites.test.ts",
  ),
  own(
    "authtokens",
    "for programs: a token that logs in once, or until it expires",
    "src/platform/routes/authTokens.test.ts",
  ),
  own("capabilities", "what the platform has: menu and forms follow it", "src/platform/auth/login.test.ts"),
  missing(
    "callcontrols",
    "The platform rings a subscriber, then dials. The embedded platform places no calls, and the API lists no active calls and ends none; `/webphone` dials",
  ),
  own(
    "callrecordingfiles",
    "sound of a recording's streams, played and downloaded at `/callrecording/:id/details`",
    "src/platform/entities/callrecordings.test.ts",
  ),
  own("customerzonecosts", "`/customer/:id/details/zone-costs`", "src/platform/routes/customerZoneCosts.test.ts"),
  ...preferences("customer", "/customer/:id/preferences"),
  ...preferences("domain", "/domain/:id/preferences"),
  own(
    "faxrecordings",
    "pages of a fax as PDF, from `/subscriber/:parentId/details/faxes`",
    "src/platform/entities/faxes.test.ts",
  ),
  own(
    "metaconfigdefs",
    "for programs: how the platform is set up, and what each resource offers",
    "src/platform/routes/metaConfig.test.ts",
  ),
  own(
    "otpsecret",
    "the second factor at `/administrator/:id/details/security`",
    "src/platform/auth/secondFactor.test.ts",
  ),
  missing(
    "partycallcontrols",
    "Lets a program of a third party accept or refuse a message that waits for it. Nothing waits here: messages go to the SMSC, or are refused, at once",
  ),
  own("passwordchange", "the account menu, and the login once a password has expired", passwordTest),
  own("passwordrecovery", "`/recoverpassword`", passwordTest),
  own("passwordreset", "the login's *Forgot your password?*", passwordTest),
  own(
    "pbxdeviceconfigfiles",
    "text of a configuration, downloaded at `/device/config/:id/edit`",
    "src/platform/entities/devices.test.ts",
  ),
  own(
    "pbxdevicefirmwarebinaries",
    "file of a firmware, downloaded at `/device/firmware/:id/details`",
    "src/platform/entities/firmwares.test.ts",
  ),
  own("pbxdevicemodelimages", "pictures of a model: `/device/model/:id/edit`", "src/platform/entities/devices.test.ts"),
  ...preferences("pbxdevice", "/device/model/:id/preferences"),
  ...preferences("pbxdeviceprofile", "/device/profile/:id/preferences"),
  ...preferences("pbxfielddevice", "/device/:id/preferences"),
  ...preferences("peeringserver", "/peering/:parentId/details/server/:id/preferences"),
  ...preferences("profile", "/subscriberprofile/:parentId/details/profile/:id/preferences"),
  own(
    "resellerbrandinglogos",
    "the logo of `/reseller/:parentId/details/branding`",
    "src/platform/files/files.test.ts",
  ),
  ...preferences("reseller", "/reseller/:id/preferences"),
  own("sipcaptures", "messages of a call: `/callflow/:id/details`", "src/platform/routes/sipCaptures.test.ts"),
  own("soundfilerecordings", "played at `/sound/:parentId/details/handles`", "src/platform/entities/sounds.test.ts"),
  ...preferences("subscriber", "/subscriber/:id/preferences"),
  own(
    "userinfo",
    "for programs: what the caller may do, by resource and field",
    "src/platform/routes/userInfo.test.ts",
  ),
  own(
    "voicemailrecordings",
    "played at `/subscriber/:parentId/details/voicemails`",
    "src/platform/entities/voicemails.test.ts",
  ),
];
