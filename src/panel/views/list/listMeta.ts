/** Rows come first, and for a long list an estimated total will do. */
export const listMeta = { quickCount: true };
