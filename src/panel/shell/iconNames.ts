import names from "./iconNames.json" with { type: "json" };

/**
 * Icons that a schema may name, with Material's name of each. They are drawn from one picture that the build makes of
 * these (`scripts/iconSprite.ts`), so that more of them make no page load more scripts.
 */
export const iconNames: Readonly<Record<string, string>> = names;
