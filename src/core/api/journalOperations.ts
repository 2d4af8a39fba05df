export const changingOperations = ["create", "update", "delete"] as const;

/** What entries of the journal say: also what somebody saw, and who logged in, tried to, or logged out. */
export const journalOperations = [
  ...changingOperations,
  ...(["reveal", "listen", "login", "login_failed", "logout", "password_reset"] as const),
] as const;

export type JournalOperation = (typeof journalOperations)[number];
