import type { OwnTab } from "../../views/details/override.ts";

/** How an administrator gets in: password and second factor, keys and certificates of programs. */
export const adminTabs: readonly OwnTab[] = [];
