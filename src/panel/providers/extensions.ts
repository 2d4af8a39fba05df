/** What our platform offers beyond the legacy API, as listed by its platforminfo. */
export type Extension =
  | "etag"
  | "journal"
  | "history"
  | "id_filter"
  | "move"
  | "clone"
  | "composite"
  | "sessions"
  | "search"
  | "otp_confirm"
  | "view_as"
  | "dashboard"
  | "overview"
  | "csv_export"
  | "csv_check"
  | "quick_count"
  | "order_by_several"
  | "effective_preferences"
  | "reveal"
  | "call_price"
  | "call_routing"
  | "call_flows"
  | "peering_overview"
  | "mail_templates"
  | "config_preview"
  | "ready_models"
  | "invoice_mail"
  | "invoice_preview"
  | "voucher_batches"
  | "sums"
  | "bulk_jobs"
  | "system";

let offered: ReadonlySet<unknown> = new Set();

/** Stores the extensions from platforminfo; older platforms list none. */
export function rememberExtensions({ extensions }: Readonly<Record<string, unknown>>): void {
  offered = new Set(Array.isArray(extensions) ? extensions : []);
}

export function isOffered(extension: Extension): boolean {
  return offered.has(extension);
}
