import { exitWithMessage } from "./exitWithMessage.ts";
import { readSettings } from "./settings.ts";

/** Events of Node for errors that nobody has caught. */
const UNCAUGHT_EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Serves until a signal ends it; prints where. What prevents that is one line. A setting that is wrong is reported before
 * everything else is loaded, which takes a second.
 */
export async function startOrExit(): Promise<void> {
  for (const event of UNCAUGHT_EVENTS) process.on(event, exitWithMessage);
  await start().catch(exitWithMessage);
  // From here on `exitAfterCrash` answers for them.
  for (const event of UNCAUGHT_EVENTS) process.off(event, exitWithMessage);
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const { serve } = await import("./serve.ts");
  await serve(settings);
}
