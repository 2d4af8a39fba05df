/** From quiet to talkative. Apart from logging.ts: the settings are read before the server's packages are loaded. */
export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof logLevels)[number];
