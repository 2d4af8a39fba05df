// A separate file: the login needs nothing else.

/** Sent with every request of the panel. A cross-site form cannot send it, whatever happens to cookies. */
export const panelHeader = "X-NGCP-Admin-UI";

/** Header by which a master requests the view of another role. */
export const viewAsHeader = "X-View-As";

/** Header by which the requests of one bulk run name it, so that the journal knows them together. */
export const bulkRunHeader = "X-Bulk-Run";

/** Header by which the panel requests records without passwords: it fetches one when a person wants to see it. */
export const withoutSecretsHeader = "X-Without-Secrets";
