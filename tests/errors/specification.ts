/** A message of the specification's error catalogue (its section 8) and what became of it. */
export type SpecMessage = readonly [message: string, ours: Ours];

/** Keys of our texts for it; or why nothing in the product causes it. */
type Ours = { readonly keys: readonly string[] } | { readonly reason: string };

const text = (...keys: string[]): Ours => ({ keys });
const none = (reason: string): Ours => ({ reason });
const comesWith = (what: string) => none(`Comes with ${what}, which this product has not got yet.`);

const wireOnly = "Says the same of each resource; a refusal here names its cause instead, and who asked shows it.";

/** Typed from the specification by hand, in its order: one that the product loses is missed here. */
export const specMessages: readonly SpecMessage[] = [
  ["Wrong credentials", text("errors.wrong_credentials", "login.failure.wrongCredentials")],
  ["Invalid username/password", text("errors.wrong_credentials")],
  ["Invalid token", text("errors.invalid_token", "errors.login_token_invalid")],
  ["Invalid password reset attempt", text("errors.reset_token_invalid", "login.recovery.invalid")],
  ["Not logged in", text("errors.not_logged_in")],
  ["Forbidden", text("errors.forbidden", "app.page.forbidden")],
  ["403 Permission denied", text("errors.forbidden")],
  ["Action not allowed", text("errors.action_not_allowed")],
  ["The action you are trying to perform is not allowed", text("errors.action_not_allowed")],
  [
    "This user is not allowed to reset password",
    none("To say so would tell strangers which accounts there are: everybody who asks for a link is answered alike."),
  ],
  [
    "Admin does not have an email set",
    none("To say so would tell strangers which accounts there are: everybody who asks for a link is answered alike."),
  ],
  ["Unknown error", text("errors.unknown")],
  ["Unexpected error", text("login.failure.unexpected", "views.password.failure.unexpected")],
  ["There was an error, please retry later", text("errors.internal", "errors.database_unavailable")],
  ["Unknown route", text("errors.unknown_path", "app.page.notFound")],
  ["Unknown reseller", text("errors.not_found", "rules.reference")],
  ["Reseller not found", text("errors.not_found")],
  ["This name already exists", text("rules.unique")],
  ["Timeset entry does not exist", text("errors.not_found")],
  ["Trusted source entry not found", text("errors.not_found")],
  ["Subscriber does not exist", text("errors.not_found")],
  ["Provisioning template does not exist", comesWith("batch provisioning")],
  ["Web password is too weak", text("rules.password.weak", "rules.password.common")],
  ["Sorry, nothing here", text("views.list.empty", "views.list.noMatch")],
  ["Maintenance mode is enabled", text("app.maintenance")],
  ["Failed to create, update, delete, upload or terminate {resource}", none(wireOnly)],
  ["{resource} does not exist", text("errors.not_found")],
  ["Invalid {resource} id detected", text("errors.invalid_id", "errors.not_found")],
  ["successfully created/updated/deleted", text("forms.saved.created", "forms.saved.updated")],
  ["Failed to recover or reset password and web password", text("login.newPassword.failure.unexpected")],
  ["Failed to top-up using cash or voucher", comesWith("contract balances")],
  ["Failed to change account balance", comesWith("contract balances")],
  ["Failed to get contract balance", comesWith("contract balances")],
  ["Failed to generate client certificate", text("errors.certificate_failed")],
  [
    "Failed to reload proxy and kamailio",
    none("The embedded platform routes no calls: nothing is there to be reloaded."),
  ],
  ["Failed to trigger config reload via SIP", none("The embedded platform sends no SIP.")],
  ["Invalid fraud interval", text("rules.enum")],
  ["Invalid Call Forward type", comesWith("call forwards")],
  ["Invalid product id for this customer contract", text("rules.enum")],
  ["Maximum number of subscribers for this customer reached", text("errors.customer_full", "errors.reseller_full")],
  ["Can't create a PBX group without a pilot subscriber", text("rules.business.groupPilotNeeded")],
  ["CloudPBX must have a primary number", text("rules.required")],
  ["Terminating pilot subscriber when others exist is prohibited", text("errors.pilot_needed")],
  ["Cannot delete myself", text("errors.own_account_delete")],
  [
    "Cannot terminate reseller, contract or default billing profile with id 1",
    text("errors.reseller_protected", "errors.contract_protected", "errors.billing_profile_protected"),
  ],
  ["Emergency code or mapping already exists for the container", text("rules.unique")],
  ["container name already exists for the reseller", text("rules.unique")],
  ["Emergency container still linked to mappings", text("errors.in_use")],
  ["LNP numbers still linked to carrier", comesWith("number porting")],
  ["Invalid file type, only WAV supported", comesWith("sound files")],
  ["transcode of audio file failed", comesWith("sound files")],
  ["No file specified", text("errors.missing_upload", "rules.file.empty")],
  ["Failed to detect CSV separator", comesWith("CSV uploads")],
  ["Failed to process CSV file", comesWith("CSV uploads")],
  ["CSV file processed with N errors", comesWith("CSV uploads")],
  ["Invoice template has no SVG stored", comesWith("invoice templates")],
  ["No JWT key configured", none("The key is made at the first start and kept in the database: there always is one.")],
  ["No packets for this Call-ID found", comesWith("packet captures")],
  ["No such recording, speed dial or auto attendant id", comesWith("these resources")],
  ["CA certificate verification failed", text("errors.ca_verification_failed")],
  ["Cannot use the configured certificate for signing client certificates", text("errors.certificate_unusable")],
  [
    "Openvpn open, close, unavailable, not enabled, host role not allowed",
    text(
      "errors.openvpn_already_open",
      "errors.openvpn_already_closed",
      "errors.openvpn_unavailable",
      "errors.openvpn_disabled",
      "errors.openvpn_host",
    ),
  ],
  ["404 for missing branding css, logo, device front and MAC images", text("errors.no_image")],
  ["Error while sending fax", comesWith("the fax server")],
  ["Peer registration error", none("The embedded platform registers nowhere.")],
  ["Details logged on server", text("errors.internal")],
];

/** What the specification says about failures, and the test that proves it: file and a part of its title. */
export const specBehaviours: readonly (readonly [behaviour: string, file: string, title: string])[] = [
  [
    "Login with 403 or 422, or without a token: wrong credentials",
    "src/panel/login/LoginPage.test.tsx",
    "takes an answer without a token for a refusal",
  ],
  ["Any 401 triggers logout", "src/panel/providers/http.test.ts", "a refused token"],
  ["A failed load of the user logs out", "src/panel/main.test.tsx", "when the platform can not say who is there"],
  ["An error notice stays 10 seconds", "src/panel/shell/Notifications.test.tsx", "shows an error for ten seconds"],
  ["An error notice without a message has one", "src/panel/shell/Notifications.test.tsx", "finds a word for an error"],
  ["An error notice closes", "src/panel/shell/Notifications.test.tsx", "closes the one that is closed"],
  ["An error notice is copied, and says so", "src/panel/shell/Notifications.test.tsx", "copies an error and"],
  ["Timeout", "src/panel/providers/misbehaviour.test.ts", "gives up on a server that never answers"],
  ["Malformed replies", "src/panel/providers/misbehaviour.test.ts", "gets a clear error"],
  ["JSON errors inside of files", "src/panel/providers/misbehaviour.test.ts", "where a file was asked for"],
  [
    "Input is kept when nobody answers",
    "src/panel/views/CreateView.test.tsx",
    "keeps everything when the platform does not answer",
  ],
  ["A failed single-field update is shown in its table", "src/panel/views/ListView.test.tsx", "puts a switch back"],
  ["A failed preference update is shown against it", "src/panel/views/PreferencesView.test.tsx", "why one was refused"],
  ["422 at its field", "src/panel/views/CreateView.test.tsx", "puts what only the platform can know at its field"],
  ["423 in the question", "src/panel/views/ListView.test.tsx", "shows in the question why it was refused"],
  ["5xx with incident and time", "src/panel/pages/ErrorBoundary.test.tsx", "shows the incident"],
  ["Pages 403 and 404", "tests/journeys/routes.test.ts", "is refused every page"],
];
