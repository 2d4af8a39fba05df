/**
 * Every error of the platform by its stable code, with its HTTP status. 0 marks errors that only a client sees: there
 * was no response. Texts are in i18n under `errors.<code>`.
 */
const statusOf = {
  // The request itself
  bad_request: 400,
  malformed_json: 400,
  missing_body: 400,
  invalid_id: 400,
  invalid_page: 400,
  invalid_period: 400,
  patch_list_needed: 400,
  patch_object_needed: 400,
  patch_op_missing: 400,
  patch_op_unknown: 400,
  patch_member_missing: 400,
  patch_member_unknown: 400,
  patch_pointer_malformed: 422,
  patch_mode_unknown: 400,
  patch_index_malformed: 400,
  link_header: 400,
  missing_upload: 400,
  malformed_multipart: 400,
  missing_json_part: 400,
  csv_unsupported: 400,
  file_format: 400,
  csv_owner_needed: 400,
  unknown_path: 404,
  owner_unknown: 404,
  not_found: 404,
  no_image: 404,
  device_unknown: 404,
  device_refused: 403,
  device_template: 500,
  device_busy: 503,
  firmware_missing: 404,
  provisioning_incomplete: 500,
  method_not_allowed: 405,
  unknown_expand: 409,
  nothing_to_restore: 409,
  newer_changes: 409,
  not_restorable: 409,
  upload_offset: 409,
  stale_record: 412,
  payload_too_large: 413,
  too_many_members: 413,
  csv_too_large: 413,
  account_files_full: 413,
  unsupported_media_type: 415,
  range_outside: 416,
  validation_failed: 422,
  csv_encoding: 422,
  owner_needed: 422,
  filter_needed: 422,
  filter_unknown: 422,
  filter_unreadable: 422,
  patch_path_missing: 422,
  rate_limited: 429,
  // Not a standard status, as nobody receives it: the client has closed the connection.
  stopped: 499,
  too_many_exports: 429,
  too_many_uploads: 429,
  too_many_evaluations: 429,
  internal: 500,
  file_missing: 500,
  platform_unreachable: 502,
  database_unavailable: 503,
  stopping: 503,
  platform_timeout: 504,
  database_timeout: 504,
  storage_full: 507,
  files_full: 507,

  // Authentication
  not_logged_in: 401,
  invalid_token: 401,
  forbidden: 403,
  action_not_allowed: 403,
  read_only: 403,
  viewing_as: 403,
  view_as_refused: 403,
  foreign_origin: 403,
  licence_missing: 403,
  feature_unavailable: 404,

  // Login and passwords
  credentials_missing: 422,
  credentials_characters: 422,
  wrong_credentials: 403,
  banned: 403,
  invalid_otp: 403,
  otp_not_pending: 400,
  password_expired: 403,
  login_token_invalid: 403,
  reset_token_invalid: 403,

  // State of the record
  record_frozen: 422,
  too_many_items: 422,
  in_use: 423,

  // Administrators
  admin_protected: 403,
  own_account_delete: 403,
  own_account_change: 403,
  master_required: 403,
  password_reset_not_allowed: 403,
  role_not_grantable: 403,

  // Resellers, contracts, customers
  reseller_protected: 403,
  own_reseller: 403,
  contract_protected: 403,
  customer_protected: 403,
  customer_full: 403,
  reseller_full: 403,

  // Subscribers
  pilot_needed: 403,

  // Billing
  billing_profile_protected: 403,
  drawing_too_long: 422,
  codes_foreign: 403,
  codes_taken: 410,

  // Certificates and machines
  certificate_failed: 500,
  certificate_unusable: 500,
  ca_verification_failed: 500,
  openvpn_already_open: 422,
  openvpn_already_closed: 422,
  openvpn_unavailable: 422,
  openvpn_disabled: 422,
  openvpn_host: 403,
  mail_disabled: 422,
  mail_address_missing: 422,
  mail_template_missing: 422,
  mail_failed: 502,

  // Clients only
  timeout: 0,
  network: 0,
  malformed: 0,
  unknown: 0,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statusOf;

export interface ErrorEntry {
  readonly code: ErrorCode;
  /** HTTP status; 0 when there is no response. */
  readonly status: number;
  readonly key: string;
}

export const errorCodes = Object.keys(statusOf) as readonly ErrorCode[];

export function errorEntry(code: ErrorCode): ErrorEntry {
  return { code, status: statusOf[code], key: `errors.${code}` };
}
