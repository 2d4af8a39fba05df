/** What profile events depend on: the profile of a subscriber, and its aliases in the order of their ids. */
export interface ProfileState {
  readonly profile: number | null;
  readonly aliases: readonly string[];
}

/** An event: of this alias, or without one; from one profile to another. */
export interface ProfileChange {
  readonly type: "start_profile" | "update_profile" | "end_profile";
  readonly alias: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

const nothing: ProfileState = { profile: null, aliases: [] };

/**
 * The profile events of a change: of aliases that stay, then of those that came, then of those that left. A subscriber
 * that has no alias has one event without. Undefined: it does not exist, or is terminated.
 */
export function profileChanges(
  before: ProfileState = nothing,
  after: ProfileState = nothing,
): readonly ProfileChange[] {
  const { profile: from } = before;
  const { profile: to } = after;
  if (before.aliases.length === 0 && after.aliases.length === 0) return changeOf(null, from, to);
  const staying = after.aliases.filter((alias) => before.aliases.includes(alias));
  const added = after.aliases.filter((alias) => !before.aliases.includes(alias));
  const gone = before.aliases.filter((alias) => !after.aliases.includes(alias));
  return [
    ...staying.flatMap((alias) => changeOf(alias, from, to)),
    ...added.flatMap((alias) => changeOf(alias, null, to)),
    ...gone.flatMap((alias) => changeOf(alias, from, null)),
  ];
}

function changeOf(alias: string | null, from: number | null, to: number | null): readonly ProfileChange[] {
  if (from === to) return [];
  const type = from === null ? "start_profile" : to === null ? "end_profile" : "update_profile";
  return [{ type, alias, from, to }];
}
