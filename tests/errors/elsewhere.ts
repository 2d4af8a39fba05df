import type { ErrorCode } from "../../src/core/errorCatalogue.ts";
import type { provocations } from "./provocations.ts";

/** A test file that provokes a code, for codes that take more than one request, and text to find the test by. */
type Place = readonly [file: string, words?: string];

/** Every code that is not in `provocations`. */
export const elsewhere: Readonly<Record<Exclude<ErrorCode, keyof typeof provocations>, Place>> = {
  malformed_multipart: ["src/platform/files/files.test.ts"],
  missing_json_part: ["src/platform/files/files.test.ts"],
  missing_upload: ["src/platform/files/files.test.ts"],
  no_image: ["src/platform/files/files.test.ts"],
  file_format: ["src/platform/entities/voicemails.test.ts"],
  range_outside: ["src/platform/entities/sounds.test.ts"],
  rate_limited: ["src/platform/auth/passwordReset.test.ts"],
  csv_encoding: ["src/platform/csv/csv.test.ts"],
  csv_too_large: ["src/platform/csv/csv.test.ts"],
  csv_owner_needed: ["src/platform/csv/csvOwner.test.ts"],
  owner_needed: ["src/platform/entities/calls.test.ts"],
  owner_unknown: ["src/platform/entities/calls.test.ts"],
  filter_needed: ["src/platform/csv/csv.test.ts"],
  too_many_exports: ["src/platform/routes/csvExport.test.ts"],
  file_missing: ["src/platform/entities/callrecordings.test.ts"],
  internal: ["src/platform/http/requests.test.ts", "Internal Server Error, incident"],
  platform_unreachable: ["tests/product/proxy.test.ts"],
  platform_timeout: ["tests/errors/errors.test.ts"],
  database_unavailable: ["tests/errors/errors.test.ts"],
  stopping: ["src/gateway/closing.test.ts", "stopping"],
  storage_full: ["src/platform/http/requests.test.ts"],
  too_many_members: ["src/platform/http/requests.test.ts"],
  patch_op_missing: ["src/platform/http/requests.test.ts"],
  foreign_origin: ["src/gateway/sessionCookie.test.ts"],

  action_not_allowed: ["src/platform/entities/admins.test.ts"],
  licence_missing: ["src/platform/rights.test.ts", "licence_missing"],
  feature_unavailable: ["src/platform/rights.test.ts", "feature_unavailable"],
  banned: ["src/platform/entities/bans.test.ts", 'message: "Banned"'],
  invalid_otp: ["src/platform/auth/secondFactor.test.ts", 'message: "Invalid OTP"'],
  otp_not_pending: ["src/platform/auth/secondFactor.test.ts"],
  password_expired: ["src/platform/auth/passwordChange.test.ts", "Password expired"],
  reset_token_invalid: ["src/platform/auth/passwordReset.test.ts"],

  record_frozen: ["src/platform/entities/tenants.test.ts"],
  too_many_items: ["src/platform/service/service.test.ts"],
  admin_protected: ["src/platform/entities/admins.test.ts"],
  own_account_change: ["src/platform/entities/admins.test.ts"],
  master_required: ["src/platform/auth/secondFactor.test.ts"],
  role_not_grantable: ["src/platform/entities/admins.test.ts"],
  own_reseller: ["src/platform/entities/tenants.test.ts"],
  customer_full: ["src/platform/entities/subscribers.test.ts"],
  reseller_full: ["src/platform/entities/subscribers.test.ts"],
  pilot_needed: ["src/platform/entities/subscribers.test.ts"],

  certificate_failed: ["src/platform/certificates/authority.test.ts"],
  certificate_unusable: ["src/platform/certificates/authority.test.ts"],
  ca_verification_failed: ["src/platform/certificates/authority.test.ts"],
  openvpn_already_open: ["src/platform/openvpn/openvpn.test.ts"],
  openvpn_already_closed: ["src/platform/openvpn/openvpn.test.ts"],
  openvpn_unavailable: ["src/platform/openvpn/openvpn.test.ts"],
  mail_address_missing: ["src/platform/routes/mailTemplates.test.ts"],
  mail_template_missing: ["src/platform/invoices/mailInvoice.test.ts"],
  mail_failed: ["src/platform/routes/mailTemplates.test.ts"],
  openvpn_host: ["src/platform/openvpn/openvpn.test.ts"],

  drawing_too_long: ["src/platform/invoices/invoicePdf.test.ts"],
  codes_foreign: ["src/platform/entities/voucherbatches.test.ts"],
  codes_taken: ["src/platform/entities/voucherbatches.test.ts"],

  timeout: ["src/panel/providers/misbehaviour.dom.test.ts", "failureKeys.timeout"],
  network: ["src/panel/providers/misbehaviour.dom.test.ts", "failureKeys.network"],
  stopped: ["src/panel/providers/http.dom.test.ts", "failureKeys.stopped"],
  malformed: ["src/panel/providers/misbehaviour.dom.test.ts", "failureKeys.malformed"],
  unknown: ["src/panel/providers/misbehaviour.dom.test.ts", "failureKeys.unknown"],
};
