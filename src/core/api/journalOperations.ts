export const changingOperations = ["create", "update", "delete"] as const;

/** Operations that the journal records: also reads, logins, failed logins and logouts. */
export const journalOperations = [
  ...changingOperations,
  ...(["reveal", "listen", "login", "login_failed", "logout", "password_reset"] as const),
] as const;

export type JournalOperation = (typeof journalOperations)[number];
