/** The rows are what one waits for, and of a long list it is enough to know about how many there are. */
export const listMeta = { quickCount: true };
