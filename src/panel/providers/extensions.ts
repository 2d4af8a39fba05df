/** What our platform offers beyond the older conventions, as its platforminfo lists it. */
export type Extension =
  | "etag"
  | "journal"
  | "id_filter"
  | "move"
  | "clone"
  | "sessions"
  | "search"
  | "otp_confirm"
  | "view_as"
  | "dashboard"
  | "csv_export"
  | "csv_check"
  | "quick_count"
  | "effective_preferences";

let offered: ReadonlySet<unknown> = new Set();

/** Keeps what platforminfo says; an older platform says nothing, and then nothing is offered. */
export function rememberExtensions({ extensions }: Readonly<Record<string, unknown>>): void {
  offered = new Set(Array.isArray(extensions) ? extensions : []);
}

export function isOffered(extension: Extension): boolean {
  return offered.has(extension);
}
