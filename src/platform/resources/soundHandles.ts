import groups from "../../../schemas/sounds.json" with { type: "json" };

/** Groups of sound handles, and the handles of each, in order. */
export const soundGroups: readonly (readonly [group: string, handles: readonly string[]])[] = Object.entries(groups);
