import { viewAsHeader } from "../../src/core/api/panelHeaders.ts";
import type { ErrorCode } from "../../src/core/validation/errorCatalogue.ts";
import type { AccessPlatform } from "../support/accessPlatform.ts";
import { type Answer, Api } from "../support/api.ts";

/** A request that fails with exactly one code. */
type Provocation = (platform: AccessPlatform) => Promise<Answer>;

const anonymous = ({ app }: AccessPlatform) => new Api(app);
const logIn =
  (body: unknown): Provocation =>
  (at) =>
    anonymous(at).request("POST", "/login_jwt", body);
const get = (url: string, headers: Readonly<Record<string, string>> = {}): Provocation => {
  return ({ owner }) => owner.request("GET", url, undefined, { headers });
};
const post = (raw: string | undefined, type = "application/json"): Provocation => {
  const headers = { "content-type": type };
  return ({ owner }) =>
    owner.request("POST", "/api/domains/", undefined, { headers, ...(raw === undefined ? {} : { raw }) });
};
/** Patches a resource of lists, which support every operation. */
const patchList = (operation: unknown): Provocation => {
  return ({ owner }) => owner.request("PATCH", "/api/subscriberpreferences/1", [operation]);
};
const patch = (body: unknown): Provocation => {
  return ({ owner }) => owner.request("PATCH", "/api/customers/2", body);
};

const mailTemplate = { name: "test", from_email: "a@example.org", subject: "-", body: "-" };

/** Codes that a single request to the demo data provokes. */
export const provocations = {
  bad_request: ({ owner }) => owner.request("PUT", "/api/customers/2", []),
  malformed_json: post("{"),
  missing_body: post(undefined),
  invalid_id: ({ owner }) => owner.request("DELETE", "/api/adminsessions/?admin_id=me"),
  invalid_page: get("/api/customers/?page=0"),
  invalid_period: get("/api/dashboard/calls?from=yesterday&to=today&by=hour&tz=UTC"),
  patch_list_needed: patch({}),
  patch_object_needed: patch([1]),
  patch_op_missing: patch([{ path: "/external_id", value: "x" }]),
  patch_op_unknown: patch([{ op: "invent", path: "/external_id" }]),
  patch_member_missing: patch([{ op: "replace", path: "/external_id" }]),
  patch_member_unknown: patchList({ op: "remove", path: "/external_id", to: 1 }),
  patch_pointer_malformed: patch([{ op: "replace", path: "external_id", value: "x" }]),
  patch_mode_unknown: patchList({ op: "add", path: "/external_id", value: "x", mode: "prepend" }),
  patch_index_malformed: patchList({ op: "remove", path: "/external_id", index: "first" }),
  patch_path_missing: patch([{ op: "replace", path: "/no_such_field", value: 1 }]),
  link_header: ({ owner }) => owner.request("POST", "/api/domains/", {}, { headers: { link: "<a>" } }),
  unknown_path: get("/api/nosuchthings/"),
  not_found: get("/api/customers/999999"),
  method_not_allowed: ({ owner }) => owner.request("DELETE", "/api/platforminfo"),
  unknown_expand: get("/api/customers/?expand=moon"),
  stale_record: ({ owner }) => owner.request("PUT", "/api/customers/2", {}, { headers: { "if-match": '"0"' } }),
  payload_too_large: post(`"${"x".repeat(9 * 1024 * 1024)}"`),
  unsupported_media_type: post("<a/>", "text/xml"),
  csv_unsupported: get("/api/customers/", { accept: "text/csv" }),
  validation_failed: post("{}"),

  // Without a token, programs that are no browser get a text.
  not_logged_in: (at) =>
    anonymous(at).request("GET", "/api/customers/", undefined, { headers: { "sec-fetch-site": "same-origin" } }),
  invalid_token: ({ app }) => new Api(app, "no.real.token").request("GET", "/api/customers/"),
  forbidden: (at) => at.memberOf("lintercept").api.request("GET", "/api/customers/"),
  read_only: (at) => at.memberOf("superuserMasterReadOnly").api.request("POST", "/api/domains/", {}),
  viewing_as: ({ owner }) => owner.request("POST", "/api/domains/", {}, { headers: { [viewAsHeader]: "reseller" } }),
  view_as_refused: get("/api/customers/", { [viewAsHeader]: "emperor" }),
  credentials_missing: logIn({ username: "", password: "" }),
  credentials_characters: logIn({ username: "somebody", password: "pässword" }),
  wrong_credentials: logIn({ username: "somebody", password: "wr0ng-Password" }),
  login_token_invalid: logIn({ jwt: "no.real.token" }),
  own_account_delete: (at) => at.owner.request("DELETE", `/api/admins/${at.memberOf("superuserMaster").id}`),
  reseller_protected: ({ owner }) => owner.request("PATCH", "/api/resellers/1", setStatus("terminated")),
  customer_protected: ({ owner }) => owner.request("PATCH", "/api/customers/1", setStatus("locked")),
  contract_protected: ({ owner }) => owner.request("PATCH", "/api/contracts/1", setStatus("locked")),
  billing_profile_protected: ({ owner }) => owner.request("DELETE", "/api/billingprofiles/1"),
  in_use: ({ owner }) => owner.request("DELETE", "/api/systemcontacts/1"),
  openvpn_disabled: ({ owner }) => owner.request("PUT", "/api/openvpn", { state: "open" }),
  mail_disabled: ({ owner }) => owner.request("POST", "/api/emailtemplates/test", mailTemplate),
} satisfies Partial<Record<ErrorCode, Provocation>>;

function setStatus(status: string): unknown {
  return [{ op: "replace", path: "/status", value: status }];
}
