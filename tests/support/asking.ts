/**
 * How often `waitForFunction` asks a page, in milliseconds. At each frame, as by default, waiting makes Chromium produce 60 of them
 * a second, which takes 6 % of a core.
 */
export const asking = { polling: 50 } as const;
